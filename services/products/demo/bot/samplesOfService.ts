/** What people write about a shop itself, by what they want; a line is a sample. */
export const SERVICE_SAMPLES = {
  greeting: `
    Hello
    hi there
    good morning
    good evening
    hey
    Hello, anybody there?
    hi, I have a question
    good afternoon to you
    greetings
    hello bot
    สวัสดีค่ะ
    สวัสดีครับ
    หวัดดี
    ดีจ้า
    ฮัลโหล
    ทักค่ะ
    สวัสดีตอนเช้า
    มีใครอยู่ไหมคะ`,
  goodbye: `
    bye
    goodbye
    see you later
    thanks, bye
    that is all, thank you
    talk to you later
    have a nice day
    thank you very much
    good night
    thanks for your help
    ลาก่อน
    ขอบคุณมากค่ะ
    บายค่ะ
    แค่นี้แหละ ขอบคุณครับ
    ไว้คุยกันใหม่
    ขอบใจนะ
    เจอกันใหม่
    ขอบคุณที่ช่วย`,
  opening_hours: `
    When are you open?
    what are your opening hours
    are you open on Sunday
    what time do you close
    is the shop open today
    Opening hours of [Mega Bangna](branch)
    do you open on public holidays
    until when are you open tonight
    what time does [Central World](branch) open
    are you closed on [Monday](weekday)
    เปิดกี่โมง
    ปิดกี่โมงคะ
    วันอาทิตย์เปิดไหม
    ร้านเปิดวันไหนบ้าง
    สาขา[เมกาบางนา](branch)เปิดถึงกี่โมง
    วันหยุดเปิดไหมคะ
    เวลาทำการ
    วันนี้ร้านเปิดหรือเปล่า`,
  store_location: `
    Where are your stores?
    where is the nearest shop
    address of your store
    do you have a shop in [Chiang Mai](city)
    how do I get to [Siam Square](branch)
    which floor are you on
    is there a branch near me
    show me your branches on a map
    is there parking at [Mega Bangna](branch)
    where can I find you
    ร้านอยู่ที่ไหน
    มีสาขาไหนบ้าง
    สาขาใกล้ฉัน
    [เชียงใหม่](city)มีสาขาไหม
    ไป[สยามสแควร์](branch)ยังไงคะ
    อยู่ชั้นไหน
    ขอแผนที่ร้านหน่อย
    มีที่จอดรถไหม`,
  payment_methods: `
    How can I pay?
    do you take [credit card](payment_method)
    can I pay by [bank transfer](payment_method)
    is [cash on delivery](payment_method) possible
    what payment methods do you have
    do you accept [PromptPay](payment_method)
    can I pay in instalments
    can I pay with [visa](payment_method)
    where do I transfer the money
    my payment failed
    จ่ายเงินยังไง
    รับ[บัตรเครดิต](payment_method)ไหม
    [โอนเงิน](payment_method)ได้ไหมคะ
    มี[เก็บเงินปลายทาง](payment_method)ไหม
    จ่ายผ่าน[พร้อมเพย์](payment_method)ได้ไหม
    ผ่อนได้ไหม
    ขอเลขบัญชีหน่อย
    ชำระเงินไม่ผ่าน`,
  promotion: `
    Any promotions now?
    do you have a discount code
    what is on sale
    is there a sale for [Loy Krathong](occasion)
    current offers please
    how do I use a [voucher](discount_type)
    my code does not work
    any special deals this month
    do you have a [birthday](occasion) discount
    tell me about the sale
    มีโปรโมชั่นอะไรบ้าง
    ขอโค้ดส่วนลดหน่อย
    ช่วงนี้ลดราคาไหม
    [ลอยกระทง](occasion)มีโปรไหม
    ใช้[คูปอง](discount_type)ยังไง
    โค้ดใช้ไม่ได้
    มีส่วนลดวันเกิดไหมคะ
    ลดกี่เปอร์เซ็นต์`,
  points: `
    How many points do I have?
    check my points
    when do my points expire
    how do I collect points
    what can I get for my points
    use my points for a discount
    my points are not showing
    point balance please
    how are points counted
    are points added for online orders
    มีแต้มเท่าไหร่
    เช็คคะแนนสะสม
    แต้มหมดอายุเมื่อไหร่
    แลกแต้มยังไง
    สะสมแต้มยังไงคะ
    คะแนนไม่เข้า
    ใช้แต้มแทนเงินสดได้ไหม
    แต้มแลกอะไรได้บ้าง`,
  membership: `
    How do I become a member?
    what are the benefits of membership
    sign me up as a member
    I want a [Gold](membership) card
    how do I reach [Platinum](membership)
    does membership cost anything
    I lost my member card
    register as a new member
    what do members get
    is there a member price
    สมัครสมาชิกยังไง
    สมาชิกได้อะไรบ้าง
    อยากเป็นสมาชิก
    บัตร[โกลด์](membership)ต้องทำยังไง
    สมัครฟรีไหม
    บัตรสมาชิกหาย
    สิทธิประโยชน์ของสมาชิก
    ลงทะเบียนสมาชิกใหม่`,
  size_guide: `
    Which size should I take?
    size chart please
    I am 165 cm, what size
    does it run small
    how do I measure my waist
    what is the chest measurement of [M](size)
    is [L](size) big
    do your trousers come up large
    help me choose a size
    size table for [shoes](product_category)
    ใส่ไซส์อะไรดี
    ขอตารางไซส์หน่อย
    สูง 160 หนัก 50 ใส่ไซส์ไหน
    วัดรอบเอวยังไง
    ไซส์ L อกเท่าไหร่
    ไซส์เล็กไปไหม
    ขนาดเท่าไหร่คะ
    ช่วยเลือกไซส์หน่อย`,
  gift_wrapping: `
    Can you wrap it as a gift?
    is there gift wrapping
    it is a present, please wrap it
    can you add a card
    how much is the gift box
    gift wrap for a [wedding](occasion)
    please write a message on the card
    do you have gift bags
    wrap it in nice paper please
    I want to send it as a [birthday](occasion) gift
    ห่อของขวัญได้ไหม
    มีบริการห่อของขวัญไหมคะ
    ใส่การ์ดให้ด้วยได้ไหม
    ซื้อเป็นของขวัญ
    กล่องของขวัญราคาเท่าไหร่
    ช่วยเขียนการ์ดให้หน่อย
    มีถุงของขวัญไหม
    ห่อให้สวย ๆ หน่อยค่ะ`,
  warranty: `
    Is there a warranty?
    how long is the guarantee
    is my bag still under warranty
    can you repair it
    warranty for shoes
    what does the warranty cover
    where do I send it for repair
    my guarantee card is lost
    do you fix zips
    repair service please
    มีประกันไหม
    รับประกันกี่ปี
    ซ่อมได้ไหมคะ
    ประกันครอบคลุมอะไรบ้าง
    ส่งซ่อมที่ไหน
    ใบรับประกันหาย
    กระเป๋ายังอยู่ในประกันไหม
    มีบริการซ่อมไหม`,
  book_fitting: `
    I want to book a fitting
    can I make an appointment
    reserve a time to try on dresses
    book a stylist for [Saturday](weekday)
    is there an appointment free tomorrow
    I would like to come and try it on
    make a reservation at [Siam Square](branch)
    schedule a fitting for a [wedding](occasion)
    can I come in the [morning](day_part)
    change my appointment
    ขอจองเวลาลองชุด
    นัดลองเสื้อผ้าได้ไหม
    จองคิววัน[เสาร์](weekday)
    อยากเข้าไปลองชุด
    ขอนัดสไตลิสต์
    เลื่อนนัดได้ไหมคะ
    พรุ่งนี้มีคิวว่างไหม
    จองสาขา[เมญ่า](branch)ได้ไหม`,
  talk_to_person: `
    I want to talk to a person
    can I speak to staff
    human please
    connect me with an agent
    is there somebody real
    call me back please
    I need customer service
    let me chat with an employee
    stop, give me a real person
    what is your phone number
    ขอคุยกับเจ้าหน้าที่
    ขอคุยกับคนได้ไหม
    ติดต่อพนักงานหน่อย
    ขอสายแอดมิน
    โทรกลับหน่อยค่ะ
    ไม่อยากคุยกับบอท
    ขอเบอร์โทรร้าน
    มีแอดมินไหมคะ`,
  privacy: `
    What do you do with my data?
    delete my data
    privacy policy please
    do you share my phone number
    how do I unsubscribe
    stop sending me messages
    who sees what I write here
    is my information safe
    remove my account
    I do not want any more advertising
    นโยบายความเป็นส่วนตัว
    ขอลบข้อมูลส่วนตัว
    ข้อมูลของฉันปลอดภัยไหม
    ยกเลิกรับข่าวสาร
    ไม่อยากรับโฆษณาแล้ว
    เอาเบอร์ฉันไปทำอะไร
    ลบบัญชีของฉัน
    ใครเห็นข้อมูลบ้าง`,
} satisfies Record<string, string>;
