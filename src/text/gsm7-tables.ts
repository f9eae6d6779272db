/**
 * The GSM 7-bit alphabets: 3GPP TS 23.038 6.2.1, 6.2.1.1 and annex A.
 * Made by config/generate-gsm7.mjs from fixtures/data/gsm7.json, which names the sources of each cell.
 * @module
 */

/** Main tables by locking shift identifier (0: none): the characters in septet order, U+0000 where there is none. */
export const LOCKING_TABLES: Readonly<Record<number, string>> = {
  // default
  0: '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ\u0000ÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
  // Turkish
  1: '@£$¥€éùıòÇ\nĞğ\rÅåΔ_ΦΓΛΩΠΨΣΘΞ\u0000ŞşßÉ !"#¤%&\'()*+,-./0123456789:;<=>?İABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§çabcdefghijklmnopqrstuvwxyzäöñüà',
  // Portuguese
  3: '@£$¥êéúíóç\nÔô\rÁáΔ_ªÇÀ∞^\\€Ó|\u0000ÂâÊÉ !"#º%&\'()*+,-./0123456789:;<=>?ÍABCDEFGHIJKLMNOPQRSTUVWXYZÃÕÚÜ§~abcdefghijklmnopqrstuvwxyzãõ`üà',
  // Bengali and Assamese
  4: '\u0981\u0982\u0983অআইঈউঊঋ\nঌ\u0000\r\u0000এঐ\u0000\u0000ওঔকখগঘঙচ\u0000ছজঝঞ !টঠডঢণত)(থদ,ধ.ন0123456789:;\u0000পফ?বভমযর\u0000ল\u0000\u0000\u0000শষসহ\u09bcঽ\u09be\u09bf\u09c0\u09c1\u09c2\u09c3\u09c4\u0000\u0000\u09c7\u09c8\u0000\u0000\u09cb\u09cc\u09cdৎabcdefghijklmnopqrstuvwxyz\u09d7ড়ঢ়ৰৱ',
  // Gujarati
  5: '\u0a81\u0a82\u0a83અઆઇઈઉઊઋ\nઌઍ\r\u0000એઐઑ\u0000ઓઔકખગઘઙચ\u0000છજઝઞ !ટઠડઢણત)(થદ,ધ.ન0123456789:;\u0000પફ?બભમયર\u0000લળ\u0000વશષસહ\u0abcઽ\u0abe\u0abf\u0ac0\u0ac1\u0ac2\u0ac3\u0ac4\u0ac5\u0000\u0ac7\u0ac8\u0ac9\u0000\u0acb\u0acc\u0acdૐabcdefghijklmnopqrstuvwxyzૠૡ\u0ae2\u0ae3૱',
  // Hindi
  6: '\u0901\u0902\u0903अआइईउऊऋ\nऌऍ\rऎएऐऑऒओऔकखगघङच\u0000छजझञ !टठडढणत)(थद,ध.न0123456789:;ऩपफ?बभमयरऱलळऴवशषसह\u093cऽ\u093e\u093f\u0940\u0941\u0942\u0943\u0944\u0945\u0946\u0947\u0948\u0949\u094a\u094b\u094c\u094dॐabcdefghijklmnopqrstuvwxyzॲॻॼॾॿ',
  // Kannada
  7: '\u0000\u0c82\u0c83ಅಆಇಈಉಊಋ\nಌ\u0000\rಎಏಐ\u0000ಒಓಔಕಖಗಘಙಚ\u0000ಛಜಝಞ !ಟಠಡಢಣತ)(ಥದ,ಧ.ನ0123456789:;\u0000ಪಫ?ಬಭಮಯರಱಲಳ\u0000ವಶಷಸಹ\u0cbcಽ\u0cbe\u0cbf\u0cc0\u0cc1\u0cc2\u0cc3\u0cc4\u0000\u0cc6\u0cc7\u0cc8\u0000\u0cca\u0ccb\u0ccc\u0ccd\u0cd5abcdefghijklmnopqrstuvwxyz\u0cd6ೠೡ\u0ce2\u0ce3',
  // Malayalam
  8: '\u0000\u0d02\u0d03അആഇഈഉഊഋ\nഌ\u0000\rഎഏഐ\u0000ഒഓഔകഖഗഘങച\u0000ഛജഝഞ !ടഠഡഢണത)(ഥദ,ധ.ന0123456789:;\u0000പഫ?ബഭമയരറലളഴവശഷസഹ\u0000ഽ\u0d3e\u0d3f\u0d40\u0d41\u0d42\u0d43\u0d44\u0000\u0d46\u0d47\u0d48\u0000\u0d4a\u0d4b\u0d4c\u0d4d\u0d57abcdefghijklmnopqrstuvwxyzൠൡ\u0d62\u0d63൹',
  // Oriya
  9: '\u0b01\u0b02\u0b03ଅଆଇଈଉଊଋ\nଌ\u0000\r\u0000ଏଐ\u0000\u0000ଓଔକଖଗଘଙଚ\u0000ଛଜଝଞ !ଟଠଡଢଣତ)(ଥଦ,ଧ.ନ0123456789:;\u0000ପଫ?ବଭମଯର\u0000ଲଳ\u0000ଵଶଷସହ\u0b3cଽ\u0b3e\u0b3f\u0b40\u0b41\u0b42\u0b43\u0b44\u0000\u0000\u0b47\u0b48\u0000\u0000\u0b4b\u0b4c\u0b4d\u0b56abcdefghijklmnopqrstuvwxyz\u0b57ୠୡ\u0b62\u0b63',
  // Punjabi
  10: '\u0a01\u0a02\u0a03ਅਆਇਈਉਊ\u0000\n\u0000\u0000\r\u0000ਏਐ\u0000\u0000ਓਔਕਖਗਘਙਚ\u0000ਛਜਝਞ !ਟਠਡਢਣਤ)(ਥਦ,ਧ.ਨ0123456789:;\u0000ਪਫ?ਬਭਮਯਰ\u0000ਲਲ਼\u0000ਵਸ਼\u0000ਸਹ\u0a3c\u0000\u0a3e\u0a3f\u0a40\u0a41\u0a42\u0000\u0000\u0000\u0000\u0a47\u0a48\u0000\u0000\u0a4b\u0a4c\u0a4d\u0a51abcdefghijklmnopqrstuvwxyz\u0a70\u0a71ੲੳੴ',
  // Tamil
  11: '\u0000\u0b82ஃஅஆஇஈஉஊ\u0000\n\u0000\u0000\rஎஏஐ\u0000ஒஓஔக\u0000\u0000\u0000ஙச\u0000\u0000ஜ\u0000ஞ !ட\u0000\u0000\u0000ணத)(\u0000\u0000,\u0000.ந0123456789:;னப\u0000?\u0000\u0000மயரறலளழவஶஷஸஹ\u0000\u0000\u0bbe\u0bbf\u0bc0\u0bc1\u0bc2\u0000\u0000\u0000\u0bc6\u0bc7\u0bc8\u0000\u0bca\u0bcb\u0bcc\u0bcdௐabcdefghijklmnopqrstuvwxyz\u0bd7௰௱௲௹',
  // Telugu
  12: '\u0c01\u0c02\u0c03అఆఇఈఉఊఋ\nఌ\u0000\rఎఏఐ\u0000ఒఓఔకఖగఘఙచ\u0000ఛజఝఞ !టఠడఢణత)(థద,ధ.న0123456789:;\u0000పఫ?బభమయరఱలళ\u0000వశషసహ\u0000ఽ\u0c3e\u0c3f\u0c40\u0c41\u0c42\u0c43\u0c44\u0000\u0c46\u0c47\u0c48\u0000\u0c4a\u0c4b\u0c4c\u0c4d\u0c55abcdefghijklmnopqrstuvwxyz\u0c56ౠౡ\u0c62\u0c63',
  // Urdu
  13: 'اآبٻڀپڦتۂٿ\nٹٽ\rٺټثجځڄڃڅچڇحخد\u0000ڌڈډڊ !ڏڍذرڑړ)(ڙز,ږ.ژ0123456789:;ښسش?صضطظعفقکڪګگڳڱلمنںڻڼوۄەہھءیېے\u064d\u0650\u064f\u0657\u0654abcdefghijklmnopqrstuvwxyz\u0655\u0651\u0653\u0656\u0670',
};

/** Tables after the escape by single shift identifier (0: none): pairs of septet and character. */
export const SINGLE_TABLES: Readonly<Record<number, string>> = {
  // default
  0: '\n\u000c\u0014^({)}/\\<[=~>]@|e€',
  // Turkish
  1: '\n\u000c\u0014^({)}/\\<[=~>]@|GĞIİSŞcçe€gğiısş',
  // Spanish
  2: '\u0009ç\n\u000c\u0014^({)}/\\<[=~>]@|AÁIÍOÓUÚaáe€iíoóuú',
  // Portuguese
  3: '\u0005ê\u0009ç\n\u000c\u000bÔ\u000cô\u000eÁ\u000fá\u0012Φ\u0013Γ\u0014^\u0015Ω\u0016Π\u0017Ψ\u0018Σ\u0019Θ\u001fÊ({)}/\\<[=~>]@|AÀIÍOÓUÚ[Ã\\ÕaÂe€iíoóuú{ã|õ\u007fâ',
  // Bengali and Assamese
  4: '\u0000@\u0001£\u0002$\u0003¥\u0004¿\u0005"\u0006¤\u0007%\u0008&\u0009\'\n\u000c\u000b*\u000c+\u000e-\u000f/\u0010<\u0011=\u0012>\u0013¡\u0014^\u0015¡\u0016_\u0017#\u0018*\u0019০\u001a১\u001c২\u001d৩\u001e৪\u001f৫ ৬!৭"৮#৯$য়%ৠ&ৡ\'\u09e2({)}*\u09e3+৲,৳-৴.৵/\\0৶1৷2৸3৹4৺<[=~>]@|AABBCCDDEEFFGGHHIIJJKKLLMMNNOOPPQQRRSSTTUUVVWWXXYYZZe€',
  // Gujarati
  5: '\u0000@\u0001£\u0002$\u0003¥\u0004¿\u0005"\u0006¤\u0007%\u0008&\u0009\'\n\u000c\u000b*\u000c+\u000e-\u000f/\u0010<\u0011=\u0012>\u0013¡\u0014^\u0015¡\u0016_\u0017#\u0018*\u0019।\u001a॥\u001c૦\u001d૧\u001e૨\u001f૩ ૪!૫"૬#૭$૮%૯({)}/\\<[=~>]@|AABBCCDDEEFFGGHHIIJJKKLLMMNNOOPPQQRRSSTTUUVVWWXXYYZZe€',
  // Hindi
  6: '\u0000@\u0001£\u0002$\u0003¥\u0004¿\u0005"\u0006¤\u0007%\u0008&\u0009\'\n\u000c\u000b*\u000c+\u000e-\u000f/\u0010<\u0011=\u0012>\u0013¡\u0014^\u0015¡\u0016_\u0017#\u0018*\u0019।\u001a॥\u001c०\u001d१\u001e२\u001f३ ४!५"६#७$८%९&\u0951\'\u0952({)}*\u0953+\u0954,क़-ख़.ग़/\\0ज़1ड़2ढ़3फ़4य़5ॠ6ॡ7\u09628\u09639॰:ॱ<[=~>]@|AABBCCDDEEFFGGHHIIJJKKLLMMNNOOPPQQRRSSTTUUVVWWXXYYZZe€',
  // Kannada
  7: '\u0000@\u0001£\u0002$\u0003¥\u0004¿\u0005"\u0006¤\u0007%\u0008&\u0009\'\n\u000c\u000b*\u000c+\u000e-\u000f/\u0010<\u0011=\u0012>\u0013¡\u0014^\u0015¡\u0016_\u0017#\u0018*\u0019।\u001a॥\u001c೦\u001d೧\u001e೨\u001f೩ ೪!೫"೬#೭$೮%೯&ೞ\'ೱ({)}*ೲ/\\<[=~>]@|AABBCCDDEEFFGGHHIIJJKKLLMMNNOOPPQQRRSSTTUUVVWWXXYYZZe€',
  // Malayalam
  8: '\u0000@\u0001£\u0002$\u0003¥\u0004¿\u0005"\u0006¤\u0007%\u0008&\u0009\'\n\u000c\u000b*\u000c+\u000e-\u000f/\u0010<\u0011=\u0012>\u0013¡\u0014^\u0015¡\u0016_\u0017#\u0018*\u0019।\u001a॥\u001c൦\u001d൧\u001e൨\u001f൩ ൪!൫"൬#൭$൮%൯&൰\'൱({)}*൲+൳,൴-൵.ൺ/\\0ൻ1ർ2ൽ3ൾ4ൿ<[=~>]@|AABBCCDDEEFFGGHHIIJJKKLLMMNNOOPPQQRRSSTTUUVVWWXXYYZZe€',
  // Oriya
  9: '\u0000@\u0001£\u0002$\u0003¥\u0004¿\u0005"\u0006¤\u0007%\u0008&\u0009\'\n\u000c\u000b*\u000c+\u000e-\u000f/\u0010<\u0011=\u0012>\u0013¡\u0014^\u0015¡\u0016_\u0017#\u0018*\u0019।\u001a॥\u001c୦\u001d୧\u001e୨\u001f୩ ୪!୫"୬#୭$୮%୯&ଡ଼\'ଢ଼({)}*ୟ+୰,ୱ/\\<[=~>]@|AABBCCDDEEFFGGHHIIJJKKLLMMNNOOPPQQRRSSTTUUVVWWXXYYZZe€',
  // Punjabi
  10: '\u0000@\u0001£\u0002$\u0003¥\u0004¿\u0005"\u0006¤\u0007%\u0008&\u0009\'\n\u000c\u000b*\u000c+\u000e-\u000f/\u0010<\u0011=\u0012>\u0013¡\u0014^\u0015¡\u0016_\u0017#\u0018*\u0019।\u001a॥\u001c੦\u001d੧\u001e੨\u001f੩ ੪!੫"੬#੭$੮%੯&ਖ਼\'ਗ਼({)}*ਜ਼+ੜ,ਫ਼-\u0a75/\\<[=~>]@|AABBCCDDEEFFGGHHIIJJKKLLMMNNOOPPQQRRSSTTUUVVWWXXYYZZe€',
  // Tamil
  11: '\u0000@\u0001£\u0002$\u0003¥\u0004¿\u0005"\u0006¤\u0007%\u0008&\u0009\'\n\u000c\u000b*\u000c+\u000e-\u000f/\u0010<\u0011=\u0012>\u0013¡\u0014^\u0015¡\u0016_\u0017#\u0018*\u0019।\u001a॥\u001c௦\u001d௧\u001e௨\u001f௩ ௪!௫"௬#௭$௮%௯&௳\'௴({)}*௵+௶,௷-௸.௺/\\<[=~>]@|AABBCCDDEEFFGGHHIIJJKKLLMMNNOOPPQQRRSSTTUUVVWWXXYYZZe€',
  // Telugu
  12: '\u0000@\u0001£\u0002$\u0003¥\u0004¿\u0005"\u0006¤\u0007%\u0008&\u0009\'\n\u000c\u000b*\u000c+\u000e-\u000f/\u0010<\u0011=\u0012>\u0013¡\u0014^\u0015¡\u0016_\u0017#\u0018*\u001c౦\u001d౧\u001e౨\u001f౩ ౪!౫"౬#౭$౮%౯&ౘ\'ౙ({)}*౸+౹,౺-౻.౼/\\0౽1౾2౿<[=~>]@|AABBCCDDEEFFGGHHIIJJKKLLMMNNOOPPQQRRSSTTUUVVWWXXYYZZe€',
  // Urdu
  13: '\u0000@\u0001£\u0002$\u0003¥\u0004¿\u0005"\u0006¤\u0007%\u0008&\u0009\'\n\u000c\u000b*\u000c+\u000e-\u000f/\u0010<\u0011=\u0012>\u0013¡\u0014^\u0015¡\u0016_\u0017#\u0018*\u0019\u0600\u001a\u0601\u001c۰\u001d۱\u001e۲\u001f۳ ۴!۵"۶#۷$۸%۹&،\'؍({)}*؎+؏,\u0610-\u0611.\u0612/\\0\u06131\u06142؛3؟4ـ5\u06526\u06587٫8٬9ٲ:ٳ;ۍ<[=~>]?۔@|AABBCCDDEEFFGGHHIIJJKKLLMMNNOOPPQQRRSSTTUUVVWWXXYYZZe€',
};

/** English names of the national languages by identifier (TS 23.038 section 6.2.1.2.4). */
export const LANGUAGE_NAMES: Readonly<Record<number, string>> = {
  1: 'Turkish',
  2: 'Spanish',
  3: 'Portuguese',
  4: 'Bengali and Assamese',
  5: 'Gujarati',
  6: 'Hindi',
  7: 'Kannada',
  8: 'Malayalam',
  9: 'Oriya',
  10: 'Punjabi',
  11: 'Tamil',
  12: 'Telugu',
  13: 'Urdu',
};
