/** What people ask most: its name, the question, and the answer in English and Thai. */
export const QUESTIONS: [name: string, question: string, answer: string, answerTh: string][] = [
  [
    'delivery_time',
    'Delivery',
    'Bangkok: {{delivery_time_bangkok}}. Elsewhere: {{delivery_time_upcountry}}.',
    'กรุงเทพ {{delivery_time_bangkok}} ต่างจังหวัด {{delivery_time_upcountry}}',
  ],
  [
    'delivery_cost',
    'Delivery cost',
    'Free from {{free_shipping_from}} {{currency}}, otherwise 50 {{currency}}.',
    'ส่งฟรีเมื่อซื้อครบ {{free_shipping_from}} บาท',
  ],
  ['return_policy', 'Returns', '{{return_policy}}', '{{return_policy_th}}'],
  ['opening_hours', 'Opening hours', '{{office_hours}}. {{weekend_hours}}.', '{{office_hours_th}}'],
  [
    'payment_methods',
    'Payment',
    'Cards, bank transfer, PromptPay and cash on delivery.',
    'บัตรเครดิต โอน พร้อมเพย์ และเก็บเงินปลายทาง',
  ],
  [
    'size_guide',
    'Sizes',
    'Measure your chest and waist, then look here: {{website}}/sizes',
    'วัดรอบอกและเอว แล้วดูตารางไซส์ที่ {{website}}/sizes',
  ],
  [
    'points_balance',
    'Points',
    'You collect {{point_rate}}. Points expire on {{point_expiry}}.',
    'สะสม {{point_rate}} หมดอายุ {{point_expiry}}',
  ],
  [
    'membership',
    'Membership',
    'Members save {{member_discount}}. {{birthday_gift}}.',
    'สมาชิกลด {{member_discount}}',
  ],
  [
    'gift_wrapping',
    'Gift wrapping',
    'We wrap it for 30 {{currency}}; tell us at the checkout.',
    'ห่อของขวัญ 30 บาท แจ้งได้ตอนชำระเงิน',
  ],
  [
    'contact',
    'Contact',
    'Call {{hotline}} or write to {{support_email}}.',
    'โทร {{hotline}} หรือ {{support_email}}',
  ],
  ['privacy', 'Privacy', 'How we handle your data: {{privacy_link}}', 'นโยบายความเป็นส่วนตัว {{privacy_link}}'],
  ['warranty', 'Warranty', 'Bags and shoes are under warranty for one year.', 'กระเป๋าและรองเท้ารับประกัน 1 ปี'],
];
