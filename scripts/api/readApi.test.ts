import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiChanges } from './apiChanges.js'
import { readApi } from './readApi.js'

const before = `
import type { Part } from './part.js'

/** Pays. */
export interface Payer {
  /** In wei. */
  readonly limit?: bigint
  readonly parts: readonly Part[]
  pay(amount: bigint, to: string): Promise<string>
}
export type Side = 'left' | 'right'
export type Options = { readonly size?: number }
export function createPayer(options: Options, log?: (line: string) => void): Payer {
  throw new Error(\`\${options.size}\${log}\`)
}
export class Meter {
  private count = 0
  constructor(readonly unit: string) {}
  read(): number {
    return this.count
  }
}
export const words = { title: 'Pay', count: ({ count }: { count: number }) => \`\${count}\` }
`
const part = `
/** Not exported by the entry. */
export interface Part {
  readonly share: number
}
`

interface Kind {
  readonly kind: string
  readonly from: string
  readonly to: string
  /** The file that changes, when it isn't the entry. */
  readonly inPart?: boolean
}

const breaks: readonly (Kind & { readonly told: string })[] = [
  {
    kind: 'a name is gone',
    from: `export type Side = 'left' | 'right'`,
    to: '',
    told: `gone: @x/pay › type Side = 'left' | 'right'`,
  },
  {
    kind: 'a member is gone',
    from: '  readonly limit?: bigint\n',
    to: '',
    told: 'gone: @x/pay › Payer.readonly limit?: bigint',
  },
  {
    kind: 'a member takes another type',
    from: 'limit?: bigint',
    to: 'limit?: number',
    told: 'gone: @x/pay › Payer.readonly limit?: bigint',
  },
  {
    kind: 'an optional member is needed',
    from: 'size?: number',
    to: 'size: number',
    told: 'gone: @x/pay › Options.readonly size?: number',
  },
  {
    kind: 'a member that may be missing now',
    from: 'readonly parts:',
    to: 'readonly parts?:',
    told: 'gone: @x/pay › Payer.readonly parts: readonly Part[]',
  },
  {
    kind: 'a new member is needed',
    from: '  pay(',
    to: '  stop(): void\n  pay(',
    told: 'asked for: @x/pay › Payer.stop(): void',
  },
  {
    kind: 'a method returns something else',
    from: 'Promise<string>',
    to: 'Promise<bigint>',
    told: 'gone: @x/pay › Payer.pay(amount: bigint, to: string): Promise<string>',
  },
  {
    kind: 'a function takes one more',
    from: 'log?: (line: string) => void)',
    to: 'log: ((line: string) => void) | undefined, at: number)',
    told: 'asked for: @x/pay › function createPayer.2: number',
  },
  {
    kind: 'a function takes another type',
    from: 'options: Options',
    to: 'options: Payer',
    told: 'gone: @x/pay › function createPayer.0: Options',
  },
  {
    kind: 'a union has one more',
    from: `'left' | 'right'`,
    to: `'left' | 'right' | 'up'`,
    told: `gone: @x/pay › type Side = 'left' | 'right'`,
  },
  {
    kind: 'a method of a class is gone',
    from: 'read()',
    to: 'tell()',
    told: 'gone: @x/pay › Meter.read(): number',
  },
  {
    kind: 'a constructor asks for more',
    from: 'readonly unit: string',
    to: 'readonly unit: string, at: number',
    told: 'gone: @x/pay › Meter.constructor(readonly unit: string)',
  },
  {
    kind: 'a member of a value is gone',
    from: `title: 'Pay', `,
    to: '',
    told: 'gone: @x/pay › const words.title: string',
  },
  {
    kind: 'a function that a value has takes more',
    from: '{ count: number }',
    to: '{ count: number; of: string }',
    told: 'gone: @x/pay › const words.count: ({ count }: { count: number; }) => string',
  },
  {
    kind: 'a type that is exported nowhere loses a member',
    from: 'share: number',
    to: 'part: number',
    inPart: true,
    told: 'gone: Part.readonly share: number',
  },
]

const additions: readonly (Kind & { readonly told?: string })[] = [
  {
    kind: 'a new name',
    from: 'export class',
    to: 'export const none = 0\nexport class',
    told: '@x/pay › const none: 0',
  },
  {
    kind: 'an optional member',
    from: '  pay(',
    to: '  readonly label?: string\n  pay(',
    told: '@x/pay › Payer.readonly label?: string',
  },
  {
    kind: 'an optional parameter',
    from: '=> void)',
    to: '=> void, at?: number)',
    told: '@x/pay › function createPayer.2?: number',
  },
  {
    kind: 'a word more',
    from: `title: 'Pay'`,
    to: `title: 'Pay', text: 'Now'`,
    told: '@x/pay › const words.text: string',
  },
  {
    kind: 'a member of a class',
    from: '  read()',
    to: '  static readonly least: number = 1\n  read()',
    told: '@x/pay › Meter.static readonly least: number',
  },
]

const nothing: readonly Kind[] = [
  { kind: 'another docstring', from: '/** In wei. */', to: '/** In wei, "whole". */' },
  { kind: 'a comment with a quote', from: '  pay(', to: "  // It's paid; once\n  pay(" },
  {
    kind: 'another layout',
    from: 'pay(amount: bigint, to: string)',
    to: 'pay(\n    amount: bigint,\n    to: string,\n  )',
  },
  {
    kind: 'another order',
    from: `export type Side = 'left' | 'right'\nexport type Options = { readonly size?: number }`,
    to: `export type Options = { readonly size?: number }\nexport type Side = 'left' | 'right'`,
  },
  { kind: 'another body', from: 'return this.count', to: 'return this.count + 1' },
  { kind: 'another name of a parameter', from: 'options: Options, log?', to: 'given: Options, log?' },
  { kind: 'a private member', from: 'private count = 0', to: 'private count = 0\n  private next = 1' },
]

describe('what a package promises', () => {
  let folder: string
  const texts = new Map<string, string>()

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'latchkey-api-'))
    const cases = [...breaks, ...additions, ...nothing]
    write('before', before, part)
    for (const { kind, from, to, inPart } of cases) {
      if (!(inPart ? part : before).includes(from)) throw new Error(`${kind}: nothing to replace.`)
      // A parameter is named in the body too.
      const changed = (text: string) =>
        text.replace(from, to).replace(/given: Options([\s\S]*?)options\.size/, 'given: Options$1given.size')
      write(kind, inPart ? before : changed(before), inPart ? changed(part) : part)
    }
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: {
          strict: true,
          module: 'esnext',
          moduleResolution: 'bundler',
          target: 'esnext',
          noEmit: true,
        },
        include: ['*/src'],
      }),
    )
    const names = ['before', ...cases.map(({ kind }) => kind)].map(folderOf)
    for (const [name, text] of readApi(folder, names)) texts.set(name, text.replaceAll(name, ''))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const folderOf = (kind: string) => kind.replaceAll(' ', '-')
  const changesTo = (kind: string) =>
    apiChanges(texts.get('before') as string, texts.get(folderOf(kind)) as string)

  function write(kind: string, entry: string, inner: string): void {
    const source = join(folder, folderOf(kind), 'src')
    mkdirSync(source, { recursive: true })
    writeFileSync(join(source, 'index.ts'), entry)
    writeFileSync(join(source, 'part.ts'), inner)
    writeFileSync(
      join(source, '../package.json'),
      JSON.stringify({
        name: '@x/pay',
        exports: { '.': './src/index.ts', './package.json': './package.json' },
      }),
    )
  }

  it('is a line a member, with the types that are exported nowhere', () => {
    expect(texts.get('before')).toMatchInlineSnapshot(`
      "# @x/pay
      Meter.constructor(readonly unit: string)
      Meter.read(): number
      Options.readonly size?: number
      Payer.pay(amount: bigint, to: string): Promise<string>
      Payer.readonly limit?: bigint
      Payer.readonly parts: readonly Part[]
      class Meter
      const words.count: ({ count }: { count: number; }) => string
      const words.title: string
      function createPayer(): Payer
      function createPayer.0: Options
      function createPayer.1?: (line: string) => void
      interface Payer
      type Options = {}
      type Side = 'left' | 'right'

      # within
      Part.readonly share: number
      interface Part
      "
    `)
  })

  it.each(breaks)('breaks when $kind', ({ kind, told }) => {
    expect(changesTo(kind).breaking.map((one) => `${one.kind}: ${one.line}`)).toContain(told)
  })

  it.each(additions)('grows by $kind', ({ kind, told }) => {
    expect(changesTo(kind)).toEqual({ breaking: [], added: [told] })
  })

  it.each(nothing)('stays with $kind', ({ kind }) => {
    expect(changesTo(kind)).toEqual({ breaking: [], added: [] })
  })
})
