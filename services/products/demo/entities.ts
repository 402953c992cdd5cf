import type { Random } from '../../engine/modules/random.ts';
import type { DemoRecord } from '../../engine/modules/module.ts';

/** Options with their synonyms: `colour: red (scarlet, สีแดง), blue (…)` as data. */
const LISTS: Record<string, Record<string, string[]>> = {
  colour: {
    red: ['scarlet', 'crimson', 'สีแดง'],
    blue: ['navy', 'สีน้ำเงิน', 'สีฟ้า'],
    green: ['olive', 'สีเขียว'],
    black: ['สีดำ'],
    white: ['ivory', 'สีขาว'],
    pink: ['rose', 'สีชมพู'],
  },
  size: {
    S: ['small', 'ไซส์เล็ก'],
    M: ['medium', 'ไซส์กลาง'],
    L: ['large', 'ไซส์ใหญ่'],
    XL: ['extra large', 'ไซส์พิเศษ'],
  },
  product_category: {
    dress: ['dresses', 'เดรส', 'ชุดกระโปรง'],
    shirt: ['shirts', 'blouse', 'เสื้อเชิ้ต'],
    trousers: ['pants', 'jeans', 'กางเกง'],
    shoes: ['sneakers', 'sandals', 'รองเท้า'],
    bag: ['handbag', 'tote', 'กระเป๋า'],
  },
  city: {
    Bangkok: ['Krung Thep', 'กรุงเทพ', 'กทม.'],
    'Chiang Mai': ['เชียงใหม่'],
    Phuket: ['ภูเก็ต'],
    'Khon Kaen': ['ขอนแก่น'],
    'Hat Yai': ['หาดใหญ่'],
  },
  branch: {
    'Siam Square': ['สยามสแควร์'],
    'Central World': ['CTW', 'เซ็นทรัลเวิลด์'],
    'Mega Bangna': ['เมกาบางนา'],
    'Maya Chiang Mai': ['เมญ่า'],
  },
  payment_method: {
    'credit card': ['visa', 'mastercard', 'บัตรเครดิต'],
    'bank transfer': ['โอนเงิน', 'โอน'],
    PromptPay: ['QR', 'พร้อมเพย์'],
    'cash on delivery': ['COD', 'เก็บเงินปลายทาง'],
  },
  courier: { 'Thailand Post': ['EMS', 'ไปรษณีย์ไทย'], Kerry: ['เคอรี่'], Flash: ['แฟลช'] },
  order_status: {
    paid: ['จ่ายแล้ว'],
    shipped: ['on the way', 'ส่งแล้ว'],
    delivered: ['arrived', 'ได้รับแล้ว'],
    cancelled: ['canceled', 'ยกเลิก'],
  },
  complaint: {
    broken: ['damaged', 'ของเสีย', 'ชำรุด'],
    late: ['delayed', 'ส่งช้า'],
    'wrong item': ['ส่งผิด'],
    missing: ['ไม่ครบ', 'ของหาย'],
  },
  weekday: {
    Monday: ['จันทร์'],
    Tuesday: ['อังคาร'],
    Wednesday: ['พุธ'],
    Thursday: ['พฤหัส'],
    Friday: ['ศุกร์'],
    Saturday: ['เสาร์'],
    Sunday: ['อาทิตย์'],
  },
  day_part: { morning: ['เช้า', 'ตอนเช้า'], noon: ['เที่ยง'], afternoon: ['บ่าย'], evening: ['เย็น', 'ค่ำ'] },
  language: { Thai: ['ไทย', 'ภาษาไทย'], English: ['อังกฤษ'], Chinese: ['จีน'], Japanese: ['ญี่ปุ่น'] },
  membership: { Silver: ['ซิลเวอร์'], Gold: ['โกลด์', 'บัตรทอง'], Platinum: ['แพลทินัม'] },
  occasion: {
    birthday: ['วันเกิด'],
    wedding: ['งานแต่ง'],
    'new year': ['ปีใหม่'],
    Songkran: ['สงกรานต์'],
    'Loy Krathong': ['ลอยกระทง'],
  },
  material: { cotton: ['ผ้าฝ้าย'], silk: ['ผ้าไหม'], linen: ['ลินิน'], leather: ['หนัง', 'หนังแท้'] },
  gender: { women: ['ladies', 'ผู้หญิง'], men: ['gents', 'ผู้ชาย'], kids: ['children', 'เด็ก'] },
  yes_no: { yes: ['yep', 'ใช่', 'ได้ค่ะ'], no: ['nope', 'ไม่ใช่', 'ไม่เอา'] },
  feeling: {
    happy: ['great', 'ดีใจ', 'ชอบมาก'],
    angry: ['annoyed', 'โกรธ', 'โมโห'],
    confused: ['งง', 'ไม่เข้าใจ'],
  },
  discount_type: { voucher: ['coupon', 'คูปอง'], points: ['แต้ม', 'คะแนน'], 'free shipping': ['ส่งฟรี'] },
  brand: { Maliwan: ['มะลิวัลย์'], 'River & Teak': ['ริเวอร์'], Lanna: ['ล้านนา'], 'Blue Lotus': ['บลูโลตัส'] },
  season: { 'rainy season': ['หน้าฝน'], summer: ['หน้าร้อน'], winter: ['หน้าหนาว'] },
  ช่องทางติดต่อ: { โทรศัพท์: ['โทร', 'phone'], อีเมล: ['email'], ไลน์: ['LINE'] },
};

const PATTERNS: Record<string, string> = {
  order_number: '[A-Z]{2}-\\d{6}',
  tracking_number: '[A-Z]{2}\\d{9}TH',
  voucher_code: '[A-Z0-9]{8,12}',
  postal_code: '[1-9]\\d{4}',
  member_number: 'M\\d{7}',
};

const SYSTEM: Record<string, string> = {
  quantity: 'number',
  delivery_date: 'date',
  contact_phone: 'phone',
  contact_email: 'email',
};

/** What the bot listens for in any message, whatever it is about. */
const AUTO_DETECTED = new Set(['order_number', 'city', 'colour', 'size', 'contact_phone']);

export function demoEntities(random: Random): DemoRecord[] {
  const record = (name: string, rest: Omit<DemoRecord, 'id'>): DemoRecord => ({
    id: random.uuid(),
    name,
    autoDetect: AUTO_DETECTED.has(name),
    ...rest,
  });
  return [
    ...Object.entries(LISTS).map(([name, options]) =>
      record(name, {
        format: 'list',
        options: Object.entries(options).map(([option, synonyms]) => ({ name: option, synonyms })),
      }),
    ),
    ...Object.entries(PATTERNS).map(([name, pattern]) => record(name, { format: 'regex', pattern })),
    ...Object.entries(SYSTEM).map(([name, system]) => record(name, { format: 'system', system })),
  ];
}
