import { readdirSync, readFileSync } from 'node:fs'
import postcss from 'postcss'
import { describe, expect, it } from 'vitest'
import { buildStyles } from './buildStyles.js'

const folder = new URL('../src/styles/', import.meta.url)
const files = readdirSync(folder).filter((name) => name.endsWith('.css'))
const parsed = (name: string) => postcss.parse(readFileSync(new URL(name, folder), 'utf8'))
const checkedIn = readFileSync(new URL('../src/styles.css', import.meta.url), 'utf8')

describe('styles.css', () => {
  it('is what the script makes of the sources; run `pnpm --filter @latchkey/ui-react styles`', () => {
    expect(checkedIn).toBe(buildStyles())
  })

  it('declares everything important except custom properties and keyframes', () => {
    const wrong: string[] = []
    postcss.parse(checkedIn).walkDecls((declaration) => {
      const container = declaration.parent?.parent
      const isKeyframe = container?.type === 'atrule' && (container as postcss.AtRule).name === 'keyframes'
      const isFree = isKeyframe || declaration.prop.startsWith('--')
      if (declaration.important === isFree) wrong.push(String(declaration))
    })
    expect(wrong).toEqual([])
  })

  it('keeps every rule below the root', () => {
    const wrong: string[] = []
    postcss.parse(checkedIn).walkRules((rule) => {
      const container = rule.parent as postcss.AtRule
      if (container.name === 'keyframes') return
      for (const selector of rule.selectors) if (!selector.includes('[data-latchkey]')) wrong.push(selector)
    })
    expect(wrong).toEqual([])
  })

  it.each([
    ['.lk-view', 'transition', '--lk-duration-view'],
    ['.lk-modal-title-text', 'transition', '--lk-duration-title'],
    ['.lk-modal', 'z-index', '--lk-layer'],
    ['.lk-toasts', 'z-index', '--lk-layer-toast'],
    ['.lk-toast', 'max-inline-size', '--lk-size-toast'],
  ])('gives %s its %s by %s', (selector, property, token) => {
    const values: string[] = []
    postcss.parse(checkedIn).walkRules(`:where([data-latchkey]) ${selector}`, (rule) => {
      rule.walkDecls(property, ({ value }) => void values.push(value))
    })
    expect(values).toEqual([expect.stringContaining(`var(${token})`)])
  })

  it('reads no property that nobody sets', () => {
    const read = [...checkedIn.matchAll(/var\((--lk-[\w-]+)\)/g)].map(([, name]) => name)
    const set = new Set([...checkedIn.matchAll(/(--lk-[\w-]+): /g)].map(([, name]) => name))
    expect(read.filter((name) => !set.has(name))).toEqual([])
  })

  it('loads nothing from anywhere', () => {
    expect(checkedIn).not.toMatch(/url\(|@import|@font-face/)
  })
})

describe.each(files)('%s', (name) => {
  const physical =
    /^(?:margin|padding|border)-(?:left|right)|^(?:left|right)$|^(?:width|height|min-width|max-width)$/
  /** The tooltip is placed by measured window coordinates, which are physical. */
  const allowed = new Set(['.lk-tooltip'])

  it('has no literal colour', () => {
    const wrong: string[] = []
    parsed(name).walkDecls(({ value, prop }) => {
      // Of a mask only the alpha counts.
      if (prop === 'mask-image') return
      if (/#[0-9a-f]{3,8}\b|\brgba?\(|\b(?:black|white|red)\b/i.test(value) && prop !== '--lk-color')
        wrong.push(`${prop}: ${value}`)
    })
    expect(wrong.filter((line) => !line.includes('var(--lk-hue'))).toEqual([])
  })

  it('uses logical properties, so that it mirrors', () => {
    const wrong: string[] = []
    parsed(name).walkDecls((declaration) => {
      const rule = declaration.parent as postcss.Rule
      if (physical.test(declaration.prop) && !allowed.has(rule.selector))
        wrong.push(`${rule.selector} ${declaration}`)
    })
    expect(wrong).toEqual([])
  })
})
