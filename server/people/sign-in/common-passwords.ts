/**
 * Recognises the passwords that guessers try first: common words and names, also with a number after them, and patterns of digits or
 * keys. The list is our own, put together from what is published about leaked passwords, with names and words common in Nigeria.
 */

/** In lower case. A number of up to four digits may follow each. */
const WORDS = new Set(
  `
  abcabc abcdef access account admin administrator adminadmin adobe airplane alaska albert alexander alexandra alexis alison alliance
  amanda america american anastasia andrea andrew andrey android angela angelina angels animal annabel anthony antonio apache apollo
  apples archer arsenal arsenalfc arthur asdasd asdf asdfasdf asdfgh asdfghjk asdfghjkl asdfjkl ashley ashleigh athena august
  austin autumn azerty babies babyboy babydoll babygirl babygurl badboy bailey banana bandit barbie barcelona barney baseball basketball
  batman beautiful beauty because believe benjamin bestfriend beyonce bigboss bigboy blessed blessing blessings blessme
  bond007 boomer booboo bradley brandon brandy brittany brooklyn brother bubbles buddy bulldog buster butterfly butthead calvin camaro
  cameron canada candy captain carlos carmen carolina caroline casper catherine cellphone champion changeme change chanel charles charlie
  charlotte charly cheese chelsea chelseafc cherry chester chicago chicken chocolate chris christ christian christina christine
  christopher christy claudia clement cocacola coffee college company compaq computer concrete contact cookie cookies cooper corvette
  courage courtney cowboy cowboys creative cricket crystal cutegirl cutiepie dakota dallas daniel daniela danielle darkness daughter
  david deborah default delight denise dennis destiny diamond dietcoke digital dolphin dolphins domain dominic donald doreen dragon
  dragonball dragons dreams dreamer eagles edward einstein eleanor element elephant elizabeth ellen emerald emmanuel england enter
  eminem everton explorer facebook faith faithful falcon family familia fashion favour favor ferrari fishing florida flower flowers
  football forever forward france francis frank freedom friday friend friends friendship fuckoff fuckyou gabriel gandalf garden
  garfield gateway gemini genesis george georgia gerald german ginger giants girlie giveme glory godbless godfather godgrace
  godisable godisgood godislove godwin golden goldfish good goodboy goodday goodgirl goodluck goodness google grace graceful gracious
  grateful gremlin guest guitar hacker hahaha hallelujah hammer hannah happiness happy happyday hardcore harley harrison harvest heather
  heaven heavenly hector hello hello1 hellokitty helloworld helpme helpless henry hercules history hockey holiday holidays homer honesty
  honey hotdog hotmail hottie house hunter iceman ihateyou iloveu iloveme ilovemom ilovemum ilovegod ilovejesus iloveyou iloveyou1
  iloveyou2 iloveyou3 imissyou incorrect internet ireland isabella island jackie jackson jaguar january jasmine jasper jayjay jennifer
  jeremiah jeremy jerusalem jesse jessica jessie jesus jesus1 jesuschrist jesusislord jesuslove jesusloves jesussaves joanna johnny
  jonathan jordan jordan23 joseph joshua joyful jubilee julian junior justice justin justinbieber katherine kathleen kathryn kennedy
  kenneth kevin killer kimberly kingdom kingdoms kissme kitten kittens knight ladies laptop lauren lawrence leader legend leonard
  leslie letmein letmein1 liberty light lincoln linkinpark little liverpool liverpoolfc login logitech london loser lovely loveme lover
  lovers loves loveyou lucifer lucky maddog madison maggie magic maggie manager manchester manunited manutd marcus margaret maria mariah
  marina marine mario marlboro marley marshall martha martin martina marvin master matrix matthew maverick maxwell melanie melissa
  member mercedes mercy merlin metallica mexico michael michelle mickey midnight miller million millionaire minecraft mirror mobile
  mohammed mommy monday money moneyman monica monkey monster morgan morning mother mountain muffin muhammad murphy music mustang myfamily
  myname mylife mylord mylove myspace nation natalie natasha nathan nelson network newlife newyork nicholas nicole nigeria nigerian
  nintendo nirvana nokia nothing november number october office olivia oliver onelove orange orlando packers pamela panther paradise
  parola partner pass passion passme passpass passw0rd passwd password password! passwords pa$$word p@ssw0rd p@ssword patience patricia
  patrick peaches peanut pebbles people pepper perfect personal peterpan phantom philip phoenix phone photo pickle picture pineapple
  please pokemon police porsche power powerful praise praisegod prayer precious preciousme present pretty prince princess princessa
  private promise prosper prosperity purple pussycat qazwsx qazwsxedc qweasd qweasdzxc qweqwe qwer qwerqwer qwert qwertz qwerty qwerty1
  qwertyu qwertyui qwertyuiop rabbit rachel raiders rainbow rangers raymond reality rebecca redsox redeemed redeemer reginald remember
  richard richie rivers robert roberto rocket rockstar ronaldo rosebud rosemary royal runner russia rush2112 samantha samson samsung
  samuel sandra santana saturday saturn saviour school scooter scorpion scotland secret secrets secure security senior september sergey
  serenity service shadow shalom shannon sharon sheila shelby sherry shopping sierra silver simone simple skater skeleton slayer
  smile smiley smokey snoopy snowball snowman soccer soldier solomon something sophie spencer spider spiderman spirit sponge spongebob
  spring stanley starlight starwars stella stephanie stephen steven stronger student success successful suger sugar summer sunday sunflower
  sunlight sunshine super superman superstar support supreme survivor susan sweet sweetgirl sweetheart sweetie sweetness sweetpea sweety
  sydney system taylor teacher teddy teddybear teens teiubesc temp temporary tennis teresa test tester testing testtest thankgod
  thankyou thankyoulord theman theresa thomas thunder tiffany tigers tigger timothy tinker tinkerbell toyota travel treasure trinity
  trouble trustgod trustme trustno1 turtle tweety twilight united unique universe university vanessa veronica vertex victor victoria
  victorious victory vincent violet viper virginia virtual volcano walter warrior water welcome welcome1 whatever wildcats william williams
  willie windows winner winning winston winter wisdom wizard wolves wonder wonderful yamaha yankees yellow yourmom yoyoyo zxcvbn zxcvbnm
  zaq12wsx

  abdul abdullah abdullahi abigail abimbola abiodun abubakar adebayo adaeze adamu adebisi adedayo adekunle adeola adesola aderonke
  adetola adewale afolabi akinola akpan aisha aishat ajayi alhaji aliyu aminat amina anambra ayodele ayomide babatunde balogun bamidele
  benin bimbo bisola bolanle bukola bunmi calabar chiamaka chidera chidi chidinma chidiebere chiemeka chigozie chika chima chinaza
  chinedu chinelo chinenye chinonso chinwe chinyere chioma chizoba chukwu chukwudi chukwuemeka chukwuma damilola dangote deborah ebenezer
  ebuka ekene emeka enugu esther everlasting ezekiel ezinne fatima fatimah folake funke funmi funmilayo gladys godspower godswill
  goodnews gloria halima hauwa hussain ibadan ibrahim idowu ifeanyi ifeoma ifunanya igwe ikechukwu ikenna imoleayo innocent isaiah
  islam itunu jumoke kaduna kafayat kehinde kelechi kemisola kolawole lagos lateef lekki lukman mariam maryam mubarak muideen musa
  mustapha naija naijaboy naijagirl ngozi nkechi nnamdi nneka nonso nwachukwu obinna odunayo ogechi okechukwu okocha okonkwo olamide
  olanrewaju olayinka olumide oluchi oluwa oluwaseun oluwaseyi oluwatobi oluwatosin omolara omotola onyeka onyinye opeyemi osagie
  osinachi owerri oyinkan oyinlola rasheed rashidat rukayat sadiq salami segun seyi shola simbi sodiq somto sulaiman sunkanmi super
  suleiman superboy supereagles taiwo tamuno taofeek temitope temitayo tobechukwu tobiloba tochukwu tolulope tosin tunde uchechi uchenna
  ugochukwu usman uzoma wasiu wizkid yakubu yemisi yetunde yinka yusuf zainab zulaihat zuma
  taimako
`
    .trim()
    .split(/\s+/),
)

/** The keys in their order: any stretch of a row, in either direction, is a pattern. */
const ROWS = [
  '01234567890123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'zxcvbnm',
]
const STRETCHES = ROWS.flatMap((row) => [row, Array.from(row).toReversed().join('')])
/** The columns of a keyboard, read downwards one after another: 1qaz2wsx. */
const COLUMNS = [
  '1qaz2wsx3edc4rfv5tgb6yhn',
  '1q2w3e4r5t6y7u8i9o0p',
  'qazwsxedcrfvtgb',
  'q1w2e3r4t5y6u7i8',
  '147258369',
  '741852963',
]

/** Whether a password is one of the first that are guessed. */
export function isCommonPassword(password: string): boolean {
  const typed = password.trim().toLowerCase()
  if (WORDS.has(typed) || WORDS.has(typed.replace(/\d{1,4}$/, ''))) return true
  if ([...STRETCHES, ...COLUMNS].some((keys) => keys.includes(typed))) return true
  // One to four characters again and again: aaaaaa, 121212, abcdabcd.
  if (/^(.{1,4})\1+.?$/su.test(typed)) return true
  return isChain(typed)
}

/** Stretches of keys, each at least three long, one after another: abc123, 123321, 123qwe. */
function isChain(typed: string): boolean {
  for (let rest = typed; rest !== '';) {
    let length = rest.length
    while (length >= 3 && !isStretch(rest.slice(0, length))) length -= 1
    if (length < 3) return false
    rest = rest.slice(length)
  }
  return typed !== ''
}

function isStretch(text: string): boolean {
  return STRETCHES.some((keys) => keys.includes(text)) || /^(.)\1+$/su.test(text)
}
