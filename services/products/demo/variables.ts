import type { Random } from '../../engine/modules/random.ts';
import type { DemoRecord } from '../../engine/modules/module.ts';

const BOT: [name: string, value: string][] = [
  ['brand_name', 'Siam Lifestyle'],
  ['brand_name_th', 'สยามไลฟ์สไตล์'],
  ['bot_name', 'Nong Fah'],
  ['bot_name_th', 'น้องฟ้า'],
  ['greeting', 'Hello! How can we help you today?'],
  ['greeting_th', 'สวัสดีค่ะ วันนี้ให้เราช่วยอะไรดีคะ'],
  ['goodbye', 'Thank you for chatting with us. Have a lovely day!'],
  ['goodbye_th', 'ขอบคุณที่ทักมานะคะ ขอให้เป็นวันที่ดีค่ะ'],
  ['office_hours', 'Monday to Friday, 9:00–18:00'],
  ['office_hours_th', 'จันทร์–ศุกร์ เวลา 9:00–18:00 น.'],
  ['weekend_hours', 'Saturday and Sunday, 10:00–16:00'],
  ['hotline', '+6620001234'],
  ['support_email', 'care@siam-lifestyle.example'],
  ['website', 'https://www.siam-lifestyle.example'],
  ['store_locator', 'https://www.siam-lifestyle.example/stores'],
  ['return_days', '30'],
  ['return_policy', 'Unused items can be returned within 30 days with the receipt.'],
  ['return_policy_th', 'คืนสินค้าที่ยังไม่ใช้งานได้ภายใน 30 วัน พร้อมใบเสร็จ'],
  ['free_shipping_from', '990'],
  ['currency', 'THB'],
  ['delivery_time_bangkok', '1–2 working days'],
  ['delivery_time_upcountry', '2–4 working days'],
  ['member_discount', '10%'],
  ['birthday_gift', 'A voucher of 200 THB in the month of your birthday'],
  ['point_rate', '25 THB = 1 point'],
  ['point_expiry', '31 Dec 2027'],
  ['promo_code', 'LOYKRATHONG26'],
  ['promo_until', '30 Nov 2026'],
  ['promo_text_th', 'ลอยกระทงนี้ลดสูงสุด 40% ทุกสาขา'],
  ['sorry', 'Sorry, I did not get that. Could you say it in other words?'],
  ['sorry_th', 'ขออภัยค่ะ ไม่เข้าใจคำถาม ลองพิมพ์ใหม่อีกครั้งนะคะ'],
  ['handoff', 'One moment, a colleague will take over.'],
  ['handoff_th', 'รอสักครู่นะคะ กำลังส่งต่อให้เจ้าหน้าที่ค่ะ'],
  ['privacy_link', 'https://www.siam-lifestyle.example/privacy'],
];

const ENVIRONMENT: [name: string, value: string][] = [
  ['ORDER_API_URL', 'https://orders.siam-lifestyle.example/v2'],
  ['STOCK_API_URL', 'https://stock.siam-lifestyle.example/v1'],
  ['CDN_URL', 'https://cdn.siam-lifestyle.example'],
  ['ENVIRONMENT', 'production'],
  ['REGION', 'ap-southeast-1'],
  ['TIMEZONE', 'Asia/Bangkok'],
  ['MAX_RETRIES', '3'],
];

export function demoVariables(random: Random): DemoRecord[] {
  const records = (pairs: [string, string][], scope: string): DemoRecord[] =>
    pairs.map(([name, value]) => ({ id: random.uuid(), name, type: 'string', value, scope }));
  return [...records(BOT, 'bot'), ...records(ENVIRONMENT, 'environment')];
}
