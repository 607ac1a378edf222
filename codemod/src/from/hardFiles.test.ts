import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { comeOver } from './comeOver.js'
import { kits } from './kits.js'
import { rainbowKit } from './rainbowkit/rainbowKit.js'

let folder: string
let app: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-from-'))
  app = join(folder, 'app')
  mkdirSync(app)
})
afterEach(() => rmSync(folder, { recursive: true }))

const from = "from '@rainbow-me/rainbowkit'"

/** Moves an app of one file. */
function move(text: string | Buffer, name = 'a.tsx') {
  writeFileSync(join(app, name), text)
  const only = comeOver(rainbowKit, app, false)
  expect(readdirSync(app)).toEqual([name])
  expect(readFileSync(join(app, name))).toEqual(Buffer.from(text))
  const first = comeOver(rainbowKit, app)
  expect(only).toEqual(first)
  expect(comeOver(rainbowKit, app).changed).toEqual([])
  return { ...first, text: readFileSync(join(app, name)).toString('latin1') }
}

describe('a file that it could break', () => {
  it.each([
    [
      'an own name that would be imported',
      `import { ConnectButton as Theirs } ${from}\nexport function ConnectButton() { return <Theirs /> }\n`,
      'a.tsx:2: `ConnectButton` would be imported from @latchkey/ui-react, and the file has it for something else',
    ],
    [
      'another import of that name',
      `import { ConnectButton as Theirs } ${from}\nimport { ConnectButton } from './own'\nexport const a = [<Theirs />, ConnectButton]\n`,
      'a.tsx:2: `ConnectButton` would be imported',
    ],
    [
      'a name with a second meaning',
      `import { ConnectButton } ${from}\nexport const a = <ConnectButton />\nexport const b = ({ ConnectButton }) => <ConnectButton accountStatus="full" />\n`,
      'a.tsx:3: `ConnectButton` is another thing here',
    ],
    [
      'a name of which one use can’t be moved',
      `import { ConnectButton } ${from}\nexport const a = <ConnectButton />\nexport const b = (all) => <ConnectButton {...all} />\n`,
      'a.tsx:3: `<ConnectButton>` spreads its attributes.',
    ],
    [
      'an error',
      `import { ConnectButton } ${from}\nexport function A( { return <ConnectButton /> }\n`,
      "a.tsx:2: The compiler can't read this",
    ],
    [
      'too much depth',
      `import { ConnectButton } ${from}\nexport const a = ${'('.repeat(20_000)}1${')'.repeat(20_000)}\n`,
      'a.tsx:1: The file was left: Maximum call stack size exceeded.',
    ],
    [
      'other letters than UTF-8',
      Buffer.from(
        `import { ConnectButton } ${from}\nexport const a = <ConnectButton label="\xE9" />\n`,
        'latin1',
      ),
      'a.tsx:1: The file is not UTF-8',
    ],
    [
      'a style sheet’s name in a text',
      "export const note = '@rainbow-me/rainbowkit/styles.css'\n",
      'a.tsx:1: "@rainbow-me/rainbowkit/styles.css" is named outside of an import.',
    ],
    [
      'require()',
      "const { ConnectButton } = require('@rainbow-me/rainbowkit')\nexport const a = <ConnectButton />\n",
      'a.tsx:1: "@rainbow-me/rainbowkit" is named outside of an import.',
    ],
  ])('is left as it is, and told: %s', (_what, text, sentence) => {
    const moved = move(text)
    expect(moved.left).toEqual([expect.stringContaining(sentence)])
    expect(moved.text).toBe(Buffer.from(text).toString('latin1'))
    expect(moved).toMatchObject({ changed: [], needed: [], unneeded: [] })
  })

  it('does not stop at a file that has nothing of the product', () => {
    const deep = `f(${'('.repeat(20_000)}1${')'.repeat(20_000)})\n`
    writeFileSync(join(app, 'deep.js'), deep)
    writeFileSync(
      join(app, 'a.tsx'),
      `import { ConnectButton } ${from}\nexport const a = <ConnectButton />\n`,
    )
    expect(comeOver(rainbowKit, app)).toMatchObject({ changed: ['a.tsx'], left: [] })
    expect(readFileSync(join(app, 'deep.js'), 'utf8')).toBe(deep)
  })

  it('keeps names of members, exports and types that are called like a hook’s alias', () => {
    const rest = 'interface A { u: string }\nexport const b = (a: A) => a.u\nexport { c as u } from "./c"\n'
    const { text, left } = move(
      `import { useConnectModal as u } ${from}\nexport const o = { u }\n${rest}export { u as d, u }\n`,
    )
    expect(left).toEqual([])
    expect(text).toBe(
      `import { useConnectModal } from './latchkey/useConnectModal'\nexport const o = { u: useConnectModal }\n${rest}export { useConnectModal as d, useConnectModal as u }\n`,
    )
  })

  it('keeps its ends of lines and its byte order mark', () => {
    const { text } = move(
      `\uFEFFimport { ConnectButton } ${from}\r\n\r\nexport const a = <ConnectButton />\r\n`,
    )
    expect(text).toBe(
      "\xEF\xBB\xBFimport { ConnectButton } from '@latchkey/ui-react'\r\n\r\nexport const a = <ConnectButton />\r\n",
    )
  })

  it.each(Object.entries(kits))('stays as it is where it only looks like code: %s', (_name, kit) => {
    const code = kit.packages.map((name) => `import { A } from "${name}"`).join('\n')
    const text = `/*\n${code}\n*/\nexport const text = \`\n${code}\n\`\n`
    writeFileSync(join(app, 'a.ts'), text)
    expect(comeOver(kit, app)).toEqual({ changed: [], left: [], needed: [], unneeded: [] })
    expect(readFileSync(join(app, 'a.ts'), 'utf8')).toBe(text)
  })
})

describe('a link', () => {
  const text = `import { useConnectModal } ${from}\nexport const a = useConnectModal\n`

  it('in the place of its own folder is refused before anything is written', () => {
    mkdirSync(join(folder, 'outside'))
    symlinkSync(join(folder, 'outside'), join(app, 'latchkey'))
    writeFileSync(join(app, 'a.ts'), text)
    expect(() => comeOver(rainbowKit, app)).toThrow('"latchkey" is no folder here')
    expect(readdirSync(join(folder, 'outside'))).toEqual([])
    expect(readFileSync(join(app, 'a.ts'), 'utf8')).toBe(text)
  })

  it('in the place of a file of its own is left, and nothing is written behind it', () => {
    mkdirSync(join(app, 'latchkey'))
    symlinkSync(join(folder, 'outside.ts'), join(app, 'latchkey/useConnectModal.ts'))
    writeFileSync(join(app, 'a.ts'), text)
    expect(comeOver(rainbowKit, app).changed).toEqual(['a.ts'])
    expect(readdirSync(folder)).toEqual(['app'])
  })
})
