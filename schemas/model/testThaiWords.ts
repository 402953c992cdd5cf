/**
 * Words with leading vowels and tone marks in dictionary order: of words that differ only in marks, the one without
 * comes first, then ็ ่ ้ ๊ ๋ ์.
 */
export const THAI_WORDS: readonly string[] = [
  ...['กก', 'กกา', 'กรรไกร', 'กรรม', 'กฤษณา', 'กลม', 'กัน', 'กั้น', 'กา', 'ก้า', 'กาง', 'การด', 'การ์ด'],
  ...['การด่วน', 'เก', 'เก็บ', 'เกม', 'เก่า', 'เก้า', 'เกาะ', 'แก', 'แก่', 'แกง', 'แก้ว', 'โกง', 'ใกล้'],
  ...['ไก่', 'ไกล', 'ขาว', 'ข่าว', 'ข้าว', 'เขา', 'เข่า', 'เข้า', 'จริง', 'ฉัน', 'ทราย', 'ทำ', 'โทร', 'ไทย'],
  ...['นำ', 'น้ำ', 'ปลา', 'ปะ', 'ป่า', 'ป้า', 'ป๊า', 'ป๋า', 'ปู่', 'รัก', 'ฤดู', 'ฤๅษี', 'ลม', 'ฦๅ', 'สมัคร'],
  ...['สวัสดี', 'เสือ', 'เสื้อ', 'แสง', 'หนังสือ', 'อาหาร', 'เอา'],
];

/** Digits and Latin before Thai; Thai digits sort with the others. */
export const MIXED_WORDS: readonly string[] = [
  ...['1 บาท', '๑๐', '2', 'apple', 'Banana', 'LINE', 'VIP', 'vip ก่อน', 'vip เก่า', 'Zebra'],
  ...THAI_WORDS,
];
