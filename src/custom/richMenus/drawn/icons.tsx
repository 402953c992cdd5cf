import CardGiftcard from '@mui/icons-material/CardGiftcardOutlined';
import Call from '@mui/icons-material/CallOutlined';
import Campaign from '@mui/icons-material/CampaignOutlined';
import ChatBubble from '@mui/icons-material/ChatBubbleOutlined';
import Checkroom from '@mui/icons-material/CheckroomOutlined';
import ConfirmationNumber from '@mui/icons-material/ConfirmationNumberOutlined';
import CreditCard from '@mui/icons-material/CreditCardOutlined';
import Event from '@mui/icons-material/EventOutlined';
import Favorite from '@mui/icons-material/FavoriteOutlined';
import HelpOutline from '@mui/icons-material/HelpOutlineOutlined';
import Home from '@mui/icons-material/HomeOutlined';
import Language from '@mui/icons-material/LanguageOutlined';
import LocalCafe from '@mui/icons-material/LocalCafeOutlined';
import LocalOffer from '@mui/icons-material/LocalOfferOutlined';
import LocalShipping from '@mui/icons-material/LocalShippingOutlined';
import Newspaper from '@mui/icons-material/NewspaperOutlined';
import Person from '@mui/icons-material/PersonOutlined';
import PhotoCamera from '@mui/icons-material/PhotoCameraOutlined';
import Place from '@mui/icons-material/PlaceOutlined';
import Restaurant from '@mui/icons-material/RestaurantOutlined';
import ShoppingBag from '@mui/icons-material/ShoppingBagOutlined';
import Spa from '@mui/icons-material/SpaOutlined';
import Star from '@mui/icons-material/StarOutlined';
import Storefront from '@mui/icons-material/StorefrontOutlined';
import SupportAgent from '@mui/icons-material/SupportAgentOutlined';
import type { SvgIconProps } from '@mui/material/SvgIcon';
import type { ComponentType } from 'react';

/** Icons of areas, by name. */
export const ICONS: Readonly<Record<string, ComponentType<SvgIconProps>>> = {
  Shop: Storefront,
  Bag: ShoppingBag,
  Clothes: Checkroom,
  Offer: LocalOffer,
  Gift: CardGiftcard,
  Coupon: ConfirmationNumber,
  Star,
  Heart: Favorite,
  Delivery: LocalShipping,
  Payment: CreditCard,
  Place,
  Home,
  Calendar: Event,
  News: Newspaper,
  Announcement: Campaign,
  Chat: ChatBubble,
  Call,
  Support: SupportAgent,
  Question: HelpOutline,
  Person,
  Café: LocalCafe,
  Restaurant,
  Spa,
  Camera: PhotoCamera,
  Language,
};
