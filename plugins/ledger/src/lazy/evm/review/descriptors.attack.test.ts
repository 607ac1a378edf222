// Descriptors come from somebody else, even where the host listed them: whatever they are, the device is still asked, and nothing is
// shown that isn't a line of visible text.
import { encodeFunctionData, erc20Abi, toFunctionSelector } from 'viem'
import { expect, it } from 'vitest'
import type { LedgerReading, LedgerReview } from '../../../index.js'
import type { Facts } from './context.js'
import { createReview } from './createReview.js'
import { readDescriptors } from './readDescriptors.js'

const token = `0x${'70'.repeat(20)}`
const $schema = '../specs/erc7730-v2.schema.json'
const context = { contract: { deployments: [{ chainId: 1, address: token }] } }
const key = 'transfer(address to,uint256 value)'
const to = { path: 'to', label: 'To', format: 'addressName' }
const value = { path: 'value', label: 'Amount', format: 'raw' }
const format = { intent: 'Send', fields: [to, value] }
const call = {
  to: token,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [`0x${'99'.repeat(20)}`, 5n] }),
  value: 0n,
  chainId: 1,
  from: `0x${'f0'.repeat(20)}`,
}
const facts: Facts = {
  networkOf: (chainId) => ({ id: `eip155:${chainId}`, name: undefined }),
  currencyOf: () => undefined,
  tokenOf: async () => undefined,
}

async function read(given: unknown, asked = call): Promise<LedgerReview | undefined> {
  const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }
  return createReview(
    readDescriptors(given, () => undefined),
    facts,
    log,
  ).readCall(asked)
}

const fileOf = (own: object) => ({ 'own.json': { $schema, context, display: { formats: { [key]: own } } } })
const withField = (field: unknown) => fileOf({ intent: 'Send', fields: [to, value, field] })

it('reads the sound one', async () => {
  expect(await read(fileOf(format))).toMatchObject({ intent: ['Send'] })
})

const loop: Record<string, unknown> = { $schema }
loop['loop'] = loop
const deep = (): unknown => Array.from({ length: 9 }).reduce((inner: unknown) => ({ fields: [inner] }), {})

it.each<[string, unknown]>([
  ['null', null],
  ['a text', 'descriptor'],
  ['a list', [format]],
  ['files that are none', { 'a.json': null, 'b.json': 5, 'c.json': [], 'd.json': () => 1 }],
  ['a loop', { 'own.json': loop }],
  [
    'a file that throws when it’s read',
    {
      'own.json': Object.defineProperty({ $schema }, 'context', {
        enumerable: true,
        get: () => {
          throw new Error('No.')
        },
      }),
    },
  ],
  ['another schema', { 'own.json': { ...fileOf(format)['own.json'], $schema: 'erc7730-v3.schema.json' } }],
  ['no schema', { 'own.json': { context, display: { formats: { [key]: format } } } }],
  ['a file that includes itself', { 'own.json': { ...fileOf(format)['own.json'], includes: './own.json' } }],
  [
    'a file that includes what isn’t listed',
    { 'own.json': { ...fileOf(format)['own.json'], includes: 'https://example.com/a.json' } },
  ],
  [
    'a file of a million parts',
    { 'own.json': { $schema, metadata: Array.from({ length: 60_000 }, () => 1) } },
  ],
])('reads nothing by %s', async (_, given) => {
  expect(await read(given)).toBeUndefined()
})

it.each<[string, unknown]>([
  ['no fields', fileOf({ intent: 'Send' })],
  ['no intent', fileOf({ fields: [to, value] })],
  ['an intent without visible letters', fileOf({ intent: '\u202e\u200b', fields: [to, value] })],
  ['an endless intent', fileOf({ intent: 'x'.repeat(500), fields: [to, value] })],
  ['a field of nothing', withField(null)],
  ['a field without a label', withField({ path: 'to' })],
  ['a path that leads nowhere', withField({ path: 'nothing', label: 'N' })],
  ['a path to what all objects have', withField({ path: 'constructor.name', label: 'N' })],
  ['a path that is none', withField({ path: '[[', label: 'N' })],
  ['a constant that is a prototype', withField({ value: '$.__proto__.toString', label: 'N' })],
  ['an unknown format', withField({ path: 'to', label: 'N', format: 'html' })],
  [
    'a number as an address',
    withField({ path: 'value', label: 'N', format: 'addressName', params: { senderAddress: 'me' } }),
  ],
  ['an address as money', withField({ path: 'to', label: 'N', format: 'amount' })],
  [
    'a fraction as decimals',
    withField({ path: 'value', label: 'N', format: 'unit', params: { base: 's', decimals: 1.5 } }),
  ],
  [
    'a thousand decimals',
    withField({ path: 'value', label: 'N', format: 'unit', params: { base: 's', decimals: 1000 } }),
  ],
  ['an encrypted value', withField({ path: 'value', label: 'N', encryption: { scheme: 'fhevm' } })],
  [
    'a field that refers to itself',
    {
      'own.json': {
        $schema,
        context,
        display: {
          definitions: { a: { $ref: '$.display.definitions.a' } },
          formats: { [key]: { intent: 'Send', fields: [{ path: 'to', $ref: '$.display.definitions.a' }] } },
        },
      },
    },
  ],
  ['groups without end', withField(deep())],
  [
    'more fields than anybody reads',
    fileOf({ intent: 'Send', fields: Array.from({ length: 200 }, () => to) }),
  ],
  [
    'two formats of one function',
    {
      'own.json': {
        $schema,
        context,
        display: { formats: { [key]: format, 'transfer(address a,uint256 b)': format } },
      },
    },
  ],
])('explains nothing by a file with %s', async (_, given) => {
  expect(await read(given)).toBe('unexplained')
})

it('shows lines of visible text, whatever the words are', async () => {
  const words = 'a\u202eb\u0000c\n<img src=x onerror=alert(1)>'
  const found = await read({
    'own.json': {
      ...fileOf({
        intent: words,
        fields: [{ ...to, label: words }, { value: words, label: 'Words' }, value],
      })['own.json'],
      metadata: { owner: words },
    },
  })
  const texts = wordsOf(found)
  expect(texts.length).toBeGreaterThan(3)
  for (const text of texts) expect(text).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
})

function wordsOf(found: LedgerReview | undefined): readonly string[] {
  if (found === undefined || found === 'unexplained') throw new Error('Expected a reading.')
  const reading: LedgerReading = found
  const intent = reading.intent.filter((part) => typeof part === 'string')
  const rows = reading.rows.flatMap((row) => [
    row.label,
    ...(row.value.kind === 'text' ? [row.value.text] : []),
  ])
  return [...intent, reading.owner ?? '', ...rows]
}

it.each<[string, object, object]>([
  ['a rule', { ...to, visible: 'never' }, {}],
  ['a rule about who it is', { ...to, visible: { ifNotIn: [`0x${'99'.repeat(20)}`] } }, {}],
  ['a rule about who it must be', { ...to, visible: { mustMatch: [`0x${'99'.repeat(20)}`] } }, {}],
  ['a list of what is left out', to, { excluded: ['to'] }],
])('hides no receiver by %s', async (_, field, more) => {
  const found = await read(fileOf({ intent: 'Send', fields: [field, value], ...more }))
  expect(found).toMatchObject({
    rows: [{ label: 'Amount' }],
    others: [{ label: 'to', value: { kind: 'address', address: `0x${'99'.repeat(20)}` } }],
  })
})

it('hides nobody and the account itself, where a file says so', async () => {
  for (const receiver of [`0x${'00'.repeat(20)}`, call.from] as const) {
    const data = encodeFunctionData({
      ...{ abi: erc20Abi, functionName: 'transfer' },
      args: [receiver as `0x${string}`, 5n],
    })
    const hidden = fileOf({ intent: 'Send', fields: [{ ...to, visible: 'never' }, value] })
    expect(await read(hidden, { ...call, data })).toMatchObject({ others: [] })
  }
})

it('explains nothing where the data isn’t what the values are encoded to', async () => {
  const dirty = `0x${call.data.slice(2, 10)}${'ff'.repeat(12)}${call.data.slice(34)}` as const
  expect(await read(fileOf(format), { ...call, data: dirty })).toBe('unexplained')
  expect(await read(fileOf(format), { ...call, data: call.data.slice(0, -2) as `0x${string}` })).toBe(
    'unexplained',
  )
})

it('doesn’t follow definitions that name each other without end', async () => {
  const names = ['a', 'b', 'c', 'd', 'e'] as const
  const many = (name: string) =>
    Array.from({ length: 400 }, () => ({ $ref: `$.display.definitions.${name}` }))
  const entries = names.map((name, index) => {
    const next = names[index + 1]
    return [name, { fields: next ? many(next) : [{ path: 'to', visible: 'never' }] }]
  })
  const definitions = Object.fromEntries(entries)
  const formats = { [key]: { intent: 'Send', fields: [...many('a'), to, value] } }
  expect(await read({ 'own.json': { $schema, context, display: { definitions, formats } } })).toBe(
    'unexplained',
  )
})

it('doesn’t count items that take no bytes', async () => {
  const text = `run(()${'[9999]'.repeat(3)} x)`
  const data = `${toFunctionSelector(text.replace(' x', ''))}` as const
  const formats = { [text]: { intent: 'Send', fields: [] } }
  const asked = { ...call, data }
  expect(await read({ 'own.json': { $schema, context, display: { formats } } }, asked)).toBeUndefined()
})

it('keeps a key such as __proto__ a key like any other', async () => {
  const file = JSON.parse(
    JSON.stringify(fileOf(format)['own.json']).replace('"intent"', '"__proto__":{"intent":"Steal"},"intent"'),
  )
  expect(await read({ 'own.json': file })).toMatchObject({ intent: ['Send'] })
  expect(Reflect.get({}, 'intent')).toBeUndefined()
})
