import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { pictureProblems } from './pictureProblems.js'

const home = new URL('../plugins/icons/', import.meta.url)
const kinds = ['networks', 'coins', 'tokens', 'wallets'] as const
const files = kinds.flatMap((kind) =>
  readdirSync(new URL(`src/pictures/${kind}`, home)).map((file) => `src/pictures/${kind}/${file}`),
)
const textOf = (file: string) => readFileSync(new URL(file, home), 'utf8')
const addressOf = (file: string) => /export default\s+(["'])(.*)\1\s*$/.exec(textOf(file))?.[2] ?? ''

describe('the pictures of the package', () => {
  it('are drawings without anything that runs or loads, or painted ones', () => {
    const faults = files.flatMap((file) => {
      const address = addressOf(file)
      if (/^data:image\/webp;base64,[A-Za-z0-9+/]+=*$/.test(address)) return []
      const [head, ...rest] = address.split('data:image/svg+xml,')
      if (head !== '' || rest.length !== 1) return [`${file} is no picture`]
      return pictureProblems(decodeURIComponent(rest[0] ?? '').replaceAll("'", '"')).map(
        (problem) => `${file} ${problem}`,
      )
    })
    expect(files.length).toBeGreaterThan(150)
    expect(faults).toEqual([])
  })

  it('are small: none above 10 kB, 3 kB on average', () => {
    const sizes = files.map((file) => addressOf(file).length)
    expect(files.filter((_, index) => (sizes[index] ?? 0) > 10_000)).toEqual([])
    expect(sizes.reduce((sum, size) => sum + size, 0) / sizes.length).toBeLessThan(3_000)
  })

  it('come from packages whose licence is in the table', () => {
    const readme = textOf('README.md')
    const sources = new Set(
      files.map((file) => /^\/\/ From (\S+) (\S+) \((.+)\)\./.exec(textOf(file))?.slice(1)),
    )
    const rows = [...sources].map((source) => `| \`${source?.[0]}\` ${source?.[1]}`)
    expect(rows.filter((row) => !readme.includes(row))).toEqual([])
    const licences = new Set([...sources].map((source) => source?.[2]))
    expect([...licences].sort()).toEqual([
      'Apache-2.0',
      'BSD-2-Clause',
      'BSD-3-Clause',
      'CC0-1.0',
      'Clear BSD',
      'MIT',
    ])
  })
})

describe('pictureProblems', () => {
  it.each([
    '<svg><script>alert(1)</script></svg>',
    '<svg><SCRIPT src="https://evil.example"/></svg>',
    '<svg onload="alert(1)"/>',
    '<svg><path ONCLICK="alert(1)"/></svg>',
    "<svg><path onclick='alert(1)'/></svg>",
    '<svg><foreignObject><iframe/></foreignObject></svg>',
    '<svg><a href="javascript:alert(1)"><path/></a></svg>',
    '<svg><use href="https://evil.example/#a"/></svg>',
    '<svg><use xlink:href="data:image/svg+xml,x#a"/></svg>',
    '<svg><image href="https://evil.example/pixel.png"/></svg>',
    '<svg><path fill="url(https://evil.example/#p)"/></svg>',
    `<svg><path fill="url('//evil.example/#p')"/></svg>`,
    '<svg><style>@import "https://evil.example"</style></svg>',
    '<svg><path style="background:url(https://evil.example)"/></svg>',
    '<svg><animate attributeName="href" values="javascript:alert(1)"/></svg>',
    '<svg><set attributeName="onload" to="alert(1)"/></svg>',
    '<!DOCTYPE svg [<!ENTITY a "b">]><svg/>',
    '<?xml-stylesheet href="https://evil.example"?><svg/>',
    '<svg><!-- --></svg>',
    '<html><svg/></html>',
    'GIF89a',
  ])('finds fault with %s', (svg) => {
    expect(pictureProblems(svg)).not.toEqual([])
  })

  it('lets a drawing through', () => {
    const drawing =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><defs><linearGradient id="a"><stop offset="0" stop-color="#fff"/>' +
      '</linearGradient></defs><path fill="url(#a)" d="M0 0h8v8z"/><use href="#a"/></svg>'
    expect(pictureProblems(drawing)).toEqual([])
  })
})
