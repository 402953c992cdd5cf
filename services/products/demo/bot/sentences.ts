/** What customers wrote that is no sample, with the intent that it should be; `-` is none. */
export const SENTENCES = `
  hello there: greeting
  สวัสดีจ้า: greeting
  thank you, goodbye: goodbye
  ขอบคุณค่ะ: goodbye
  when will my delivery arrive: delivery_time
  สั่งแล้วกี่วันได้ของ: delivery_time
  how much is the delivery fee: delivery_cost
  ค่าส่งกี่บาทคะ: delivery_cost
  do you deliver to Hat Yai: delivery_area
  where is my parcel: track_order
  ขอเช็คสถานะพัสดุ: track_order
  please cancel my order: cancel_order
  อยากยกเลิกออเดอร์ค่ะ: cancel_order
  I want to change my delivery address: change_address
  ขอแก้ไขที่อยู่จัดส่ง: change_address
  can I return this item: return_item
  ขอคืนสินค้าได้ไหมคะ: return_item
  where is my refund: refund
  เงินคืนเข้าเมื่อไร: refund
  the item is broken: complaint
  do you have it in stock: ask_stock
  how much does this bag cost: ask_price
  ราคาเท่าไหร่คะ: ask_price
  what time do you open today: opening_hours
  ร้านเปิดกี่โมงคะ: opening_hours
  where is your nearest store: store_location
  can I pay by credit card: payment_methods
  จ่ายด้วยบัตรเครดิตได้ไหม: payment_methods
  any discount code: promotion
  มีโปรอะไรบ้างคะ: promotion
  how many points do I have left: points
  I want to talk to staff: talk_to_person
  ขอคุยกับแอดมินหน่อย: talk_to_person
  is there a warranty on this bag: warranty
  tell me a joke: -
  วันนี้อากาศเป็นยังไง: -
`;
