import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { problems } from '../frame/sayProblem.js'
import { sentences } from '../../test/unmarkedWords.js'
import { readLanguages } from './languages.js'

const frame = fileURLToPath(new URL('../frame', import.meta.url))

interface Node {
  readonly type: string
  readonly [member: string]: unknown
}

/** Texts that are the value of a line on the screen, without say`…`. The type checker finds those in all other places. */
function unsaidIn(node: unknown): readonly string[] {
  if (Array.isArray(node)) return node.flatMap(unsaidIn)
  if (typeof node !== 'object' || node === null) return []
  const { type, key, value } = node as Node & {
    readonly key?: { readonly name?: string }
    readonly value?: unknown
  }
  const own = type === 'Property' && key?.name === 'value' ? textsOf(value) : []
  return [...own, ...Object.values(node).flatMap(unsaidIn)]
}

function textsOf(node: unknown): readonly string[] {
  const { type, ...rest } = node as Node
  const parts = type === 'TemplateLiteral' ? (rest['quasis'] as { value: { cooked: string } }[]) : []
  if (type === 'Literal') return [rest['value']].filter(hasWord)
  if (type === 'ConditionalExpression') return [rest['consequent'], rest['alternate']].flatMap(textsOf)
  if (type === 'LogicalExpression') return [rest['left'], rest['right']].flatMap(textsOf)
  return parts.map(({ value }) => value.cooked).filter(hasWord)
}

const hasWord = (text: unknown): text is string => typeof text === 'string' && /\p{L}/u.test(text)

test('every line of the frame can be translated', () => {
  const found = readdirSync(frame, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .flatMap((name) => {
      const { program } = parseSync(name, readFileSync(join(frame, name), 'utf8'))
      return unsaidIn(program.body).map((text) => `${name}: ${text}`)
    })
  expect(found).toEqual([])
  const { program } = parseSync('fact.ts', 'const fact = { name, value: isOne ? `up to` : x ?? "any" }')
  expect(unsaidIn(program.body)).toEqual(['up to', 'any'])
})

test('each problem that a screen repeats is told with these words where it happens', () => {
  const sources = [
    '../keys/sealShare.ts',
    '../keys/recoveryCode.ts',
    '../login/passkeys.ts',
    '../login/challenges.ts',
    '../login/emailLogin.ts',
    '../login/codeLogins.ts',
  ]
  const text = sources.map((path) => readFileSync(new URL(path, import.meta.url), 'utf8')).join()
  expect(problems.filter(({ template }) => !text.includes(template))).toEqual([])
})

test('the list for translators has the sentences of the frame, the pages and the mails, each once', () => {
  expect(sentences).toEqual([...new Set(sentences)].sort())
  expect(sentences).toEqual(
    expect.arrayContaining([
      'Asked by',
      'At most {0} altogether',
      'Approve a new device',
      '{0} is your wallet code',
      'Copied',
      'Something on the page covers this wallet. Close it, and read what is asked before you go on.',
    ]),
  )
  expect(sentences.filter((one) => !/\p{L}/u.test(one.replaceAll(/\{\d+\}/g, '')))).toEqual([])
  expect(readLanguages({ de: Object.fromEntries(sentences.map((one) => [one, one])) }).size).toBe(1)
})
