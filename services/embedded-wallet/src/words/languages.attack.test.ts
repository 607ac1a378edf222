// What an operator's files and a browser's headers can do to the words of the wallet: be refused, or nothing.
import { expect, test } from 'vitest'
import { readEnvironment } from '../readEnvironment.js'
import { chooseLanguage, directionOf, readLanguages } from './languages.js'

const languages = readLanguages({
  de: { Sign: 'Unterschreiben' },
  'pt-BR': { Sign: 'Assinar' },
  'zh-hant': { Sign: '簽署' },
  ar: { Sign: 'وقّع' },
})
const choose = (named?: string, accepted?: string) => chooseLanguage(languages, { named, accepted })?.language

test.each([
  ['de', undefined, 'de'],
  ['de-AT', undefined, 'de'],
  ['DE-at', undefined, 'de'],
  ['zh-Hant-TW', undefined, 'zh-Hant'],
  [undefined, 'fr-CH, fr;q=0.9, pt-BR;q=0.8, de;q=0.9', 'de'],
  ['fr', 'ar', 'ar'],
  // English is there without a file, and comes where the person puts it.
  ['en-GB', 'de', undefined],
  [undefined, 'en, de', undefined],
  ['pt', undefined, undefined],
  [undefined, 'de;q=0', undefined],
] as const)('an app in %s and a browser with %s get %s', (named, accepted, language) => {
  expect(choose(named, accepted)).toBe(language)
})

test.each([
  ['a path', '../../etc/passwd'],
  ['a path to a language', '../de'],
  ['a language with a path', 'de/../../x'],
  ['a prototype', '__proto__'],
  ['a constructor', 'constructor'],
  ['markup', 'de"><script>'],
  ['a line of its own', 'de\nset-cookie: a=b'],
  ['a long word', 'd'.repeat(100_000)],
  ['a long tag', `de-${'x-aaaaaaaa-'.repeat(10_000)}`],
  ['any', '*'],
  ['nothing', ''],
])('%s is no language, from the app as from the browser', (_, text) => {
  expect([choose(text), choose(undefined, text)]).toEqual([undefined, undefined])
  expect(choose(text, 'de')).toBe('de')
})

test('a header with many languages is read up to a bound', () => {
  expect(choose(undefined, `${'fr,'.repeat(100_000)}de`)).toBeUndefined()
})

test.each([
  ['no tag', { '../../etc': {} }, /"\.\.\/\.\.\/etc" is no language tag/],
  ['a prototype’s name as a tag', JSON.parse('{"__proto__": {}}'), /is no language tag/],
  ['a list', { de: [] }, /"de" is no list of translations/],
  ['a number', { de: { Sign: 1 } }, /look at "Sign"/],
  ['an unknown plural form', { de: { '{0} days': { few: '{0} Tage' } } }, /look at "\{0\} days"/],
  [
    'a sentence without its place',
    { de: { 'At most {0}': 'Höchstens' } },
    /"de" translates "At most \{0\}" as "Höchstens"/,
  ],
  ['a place twice', { de: { 'At most {0}': '{0} {0}' } }, /exactly once/],
  [
    'one plural form without its place',
    { de: { '{0} days': { one: 'ein Tag', other: '{0} Tage' } } },
    /"ein Tag"/,
  ],
  ['a sentence that is too long', { de: { Sign: 'x'.repeat(2000) } }, /look at "Sign"/],
  [
    'too many sentences',
    { de: Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [index, ''])) },
    /"de"/,
  ],
  [
    'too many languages',
    Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`x-${index}`, {}])),
    /more than/,
  ],
])('%s is refused when the service starts', (_, given, message) => {
  expect(() => readLanguages(given)).toThrow(message)
})

test('names of a prototype are sentences as others are, and change nothing else', () => {
  const read = readLanguages({ de: JSON.parse('{"__proto__": "x", "constructor": "y", "toString": "z"}') })
  expect(Object.getPrototypeOf(read.get('de'))).toBe(Object.prototype)
  expect('x' in {}).toBe(false)
})

test('scripts that run from right to left are told as such', () => {
  expect(['ar', 'he', 'fa-IR', 'ur', 'ks', 'uz-Arab', 'de', 'uz', 'ja', 'en'].map(directionOf)).toEqual([
    ...Array(6).fill('rtl'),
    ...Array(4).fill('ltr'),
  ])
})

const environment = {
  LATCHKEY_PUBLIC_ORIGIN: 'https://wallet.example.com',
  LATCHKEY_ALLOWED_ORIGINS: 'https://app.example.com',
  LATCHKEY_SMTP: 'smtp://mail.example.com',
  LATCHKEY_MAIL_FROM: 'Wallet <no-reply@example.com>',
  LATCHKEY_LANGUAGES: '/etc/wallet/languages',
}
const read = (files: Readonly<Record<string, string>>) =>
  readEnvironment(
    environment,
    async (path) => files[path.replace('/etc/wallet/languages/', '')] ?? '',
    async () => Object.keys(files),
  )

test('a folder is read file by file, and what isn’t JSON by its name is left', async () => {
  const files = { 'de.json': '{"Sign": "Unterschreiben"}', 'pt-br.json': '{}', 'README.md': 'Ours' }
  expect((await read(files)).languages).toEqual({ de: { Sign: 'Unterschreiben' }, 'pt-BR': {} })
})

test.each([
  [
    'of ten megabytes',
    { 'de.json': JSON.stringify({ Sign: 'x'.repeat(10_000_000) }) },
    /languages\/de\.json can't be read: It is longer/,
  ],
  ['that is no JSON', { 'de.json': '{"Sign": ' }, /languages\/de\.json can't be read/],
  ['with a wrong place', { 'de.json': '{"At most {0}": "{1}"}' }, /languages\/de\.json: .*"At most \{0\}"/],
  [
    'with another name',
    { 'deutsch-für-alle.json': '{}' },
    /languages\/deutsch-für-alle\.json: .*no language tag/,
  ],
  [
    'with the name of a prototype',
    { '__proto__.json': '{"Sign": "x"}' },
    /languages\/__proto__\.json: .*no language tag/,
  ],
])('a file %s is named', async (_, files, message) => {
  await expect(read(files)).rejects.toThrow(message)
  await expect(read(files)).rejects.toMatchObject({ code: 'INVALID_OPTION' })
})

test('a folder that can’t be read is named', async () => {
  const reading = readEnvironment(
    environment,
    async () => '',
    async () => Promise.reject(new Error('ENOENT')),
  )
  await expect(reading).rejects.toThrow("LATCHKEY_LANGUAGES: /etc/wallet/languages can't be read.")
})
