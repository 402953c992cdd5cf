/** What people write to a shop, by what they want; a line is a sample. `[Phuket](city)` marks an entity. */
export const SHOP_SAMPLES = {
  delivery_time: `
    How long is delivery?
    when will my parcel arrive
    how many days does shipping take
    How fast can you deliver to [Chiang Mai](city)?
    delivery time to [Phuket](city)
    will it come before the weekend
    How soon can I get it if I order today?
    what is the estimated delivery date
    is there same day delivery
    how long until it gets here
    ส่งกี่วันถึง
    ของจะมาถึงเมื่อไหร่คะ
    สั่งวันนี้ได้วันไหน
    ส่ง[เชียงใหม่](city)ใช้เวลากี่วัน
    จัดส่งนานไหม
    ประมาณกี่วันได้ของ
    ส่งด่วนวันนี้ได้เลยไหม
    รอของกี่วันคะ`,
  delivery_cost: `
    How much is shipping?
    what does delivery cost
    delivery fee to [Khon Kaen](city)
    is shipping free
    from what amount is delivery free
    do I have to pay for shipping
    How much do you charge to send it to [Hat Yai](city)?
    shipping price for two items
    is there a delivery charge
    free shipping minimum order
    ค่าส่งเท่าไหร่
    ส่งฟรีไหมคะ
    ซื้อครบเท่าไหร่ถึงส่งฟรี
    ค่าจัดส่งไป[ภูเก็ต](city)กี่บาท
    มีค่าส่งไหม
    คิดค่าส่งยังไง
    ค่าส่งต่างจังหวัดแพงไหม
    ต้องจ่ายค่าส่งเพิ่มไหมคะ`,
  delivery_area: `
    Do you deliver to [Phuket](city)?
    can you ship abroad
    do you send parcels upcountry
    is there delivery to the islands
    Which provinces do you deliver to?
    can you deliver to my office
    do you ship to Laos
    do you deliver outside [Bangkok](city)
    which areas do you cover
    can it be sent to [Hat Yai](city)
    ส่งต่างจังหวัดไหม
    ส่งไป[เชียงใหม่](city)ได้ไหมคะ
    มีจัดส่งที่เกาะสมุยไหม
    ส่งต่างประเทศได้หรือเปล่า
    พื้นที่ไหนส่งได้บ้าง
    จัดส่งถึง[ขอนแก่น](city)หรือเปล่า
    ส่งที่ทำงานได้ไหม
    ต่างอำเภอส่งถึงไหมคะ`,
  track_order: `
    Where is my order?
    track my parcel
    I want to check my order status
    what is the status of order SL-204518
    has my order been shipped yet
    can I follow my package
    my tracking number does not work
    did you send my order
    where has my package got to
    order status please
    ของถึงไหนแล้ว
    เช็คสถานะพัสดุหน่อยค่ะ
    ขอเลขพัสดุหน่อย
    ออเดอร์ SL-204518 ส่งหรือยัง
    ติดตามสินค้ายังไง
    สินค้าส่งออกมาหรือยังคะ
    ตรวจสอบสถานะคำสั่งซื้อ
    พัสดุของฉันอยู่ที่ไหน`,
  cancel_order: `
    I want to cancel my order
    cancel order SL-204518
    please stop my order
    can I still cancel
    How do I cancel a purchase?
    I ordered by mistake, cancel it please
    I changed my mind about the order
    I no longer want what I ordered
    cancel everything please
    can you cancel it before it ships
    ขอยกเลิกออเดอร์
    ยกเลิกคำสั่งซื้อได้ไหม
    ไม่เอาแล้วค่ะ ขอยกเลิก
    สั่งผิด อยากยกเลิก
    ยกเลิกรายการยังไงคะ
    เปลี่ยนใจไม่ซื้อแล้ว
    ช่วยยกเลิกที่สั่งไปเมื่อกี้
    ยกเลิกการสั่งซื้อ SL-204518`,
  change_address: `
    I need to change the delivery address
    wrong address on my order
    can you send it to another address
    update my shipping address
    I moved, please change where it goes
    I typed the wrong house number
    please deliver to my new home instead
    How do I edit my address?
    change the recipient of the parcel
    can I correct the address after ordering
    ขอเปลี่ยนที่อยู่จัดส่ง
    ใส่ที่อยู่ผิดทำไงดี
    แก้ไขที่อยู่ได้ไหมคะ
    ย้ายบ้าน ขอเปลี่ยนที่อยู่
    เปลี่ยนชื่อผู้รับได้ไหม
    ส่งไปอีกที่อยู่หนึ่งแทนได้ไหม
    พิมพ์บ้านเลขที่ผิด
    อัปเดตที่อยู่ใหม่หน่อยค่ะ`,
  return_item: `
    I want to return this
    how can I send it back
    What is your return policy?
    can I exchange it for another size
    return an item I bought last week
    how many days do I have to return something
    it does not fit, can I bring it back
    exchange for size [L](size) please
    can I swap it for [black](colour)
    is it possible to return sale items
    ขอคืนสินค้า
    เปลี่ยนไซส์ได้ไหมคะ
    นโยบายการคืนสินค้าเป็นยังไง
    ใส่ไม่ได้ ขอเปลี่ยนเป็น[ไซส์กลาง](size)
    คืนของภายในกี่วัน
    อยากเปลี่ยนเป็น[สีดำ](colour)
    ส่งคืนยังไง
    ซื้อไปแล้วไม่พอดี เปลี่ยนได้ไหม`,
  refund: `
    When do I get my money back?
    I want a refund
    my refund has not arrived
    how long does a refund take
    refund status
    have you paid me back yet
    give me my money back
    is the refund going to my card
    I was charged twice, refund one please
    you owe me a refund
    ขอเงินคืน
    เงินคืนเข้าเมื่อไหร่
    คืนเงินกี่วันได้
    ยังไม่ได้เงินคืนเลย
    โอนเงินคืนให้หรือยังคะ
    ตัดเงินสองรอบ ขอคืนหนึ่งรอบ
    สถานะการคืนเงิน
    จะได้เงินคืนทางไหน`,
  complaint: `
    My item is [broken](complaint)
    the parcel arrived [damaged](complaint)
    you sent the [wrong item](complaint)
    I am not happy with the quality
    the zip is broken already
    something is [missing](complaint) from my box
    this is terrible service
    the colour is not what I saw in the picture
    There is a problem with my order
    it tore the first time I wore it
    สินค้า[ชำรุด](complaint)
    ได้ของไม่ครบ
    [ส่งผิด](complaint)มาค่ะ
    ของมาไม่ตรงปก
    คุณภาพแย่มาก
    กล่องบุบ ของข้างในแตก
    ผิดหวังมากกับสินค้า
    ซิปเสียตั้งแต่วันแรก`,
  ask_stock: `
    Do you have this in [black](colour)?
    is the [dress](product_category) in stock
    do you still have size [M](size)
    when will it be back in stock
    any [shoes](product_category) in [white](colour) left
    is it sold out
    have you got this in [small](size)
    is the linen shirt available
    how many are left
    do you have it at [Siam Square](branch)
    มี[สีดำ](colour)ไหม
    ไซส์ M ยังมีไหมคะ
    ของหมดหรือยัง
    [เดรส](product_category)ตัวนี้มีของไหม
    จะเข้าเมื่อไหร่คะ
    เหลือกี่ตัว
    มี[กระเป๋า](product_category)[สีฟ้า](colour)ไหม
    สาขา[สยามสแควร์](branch)มีของไหม`,
  ask_price: `
    How much is this?
    what does the [bag](product_category) cost
    price of the silk scarf
    tell me the price please
    how much for two
    is it expensive
    what is the price of the [shirt](product_category)
    How much are these [shoes](product_category)?
    cost of the blue one
    price list please
    ราคาเท่าไหร่
    ตัวนี้กี่บาทคะ
    [กระเป๋า](product_category)ใบนี้ราคาเท่าไร
    ขอราคาหน่อย
    สองตัวเท่าไหร่
    [รองเท้า](product_category)คู่นี้กี่บาท
    ขอดูรายการราคา
    แพงไหมคะ`,
} satisfies Record<string, string>;
