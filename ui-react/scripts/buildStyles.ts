import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import postcss, { type AtRule, type ChildNode, type Root } from 'postcss'
import { constants } from './constants.js'
import { dark, light, type Palette } from './palette.js'

/**
 * Files by layer. Every declaration becomes important, and for important declarations the FIRST layer is the
 * strongest, so the order is the reverse of the usual one.
 */
const layers = {
  utilities: ['utilities'],
  components: [
    'icons',
    'controls',
    'rows',
    'pictures',
    'artworks',
    'fields',
    'toggles',
    'tabs',
    'states',
    'notices',
    'text',
    'qr',
    'virtual',
    'shell',
    'views',
  ],
  reset: ['reset'],
  tokens: ['tokens'],
} as const

const source = (name: string) => new URL(`../src/styles/${name}.css`, import.meta.url)
const target = new URL('../src/styles.css', import.meta.url)

const kebab = (name: string) => name.replace(/[A-Z0-9]/g, (letter) => `-${letter.toLowerCase()}`)

/** Colours that a host's accent or tint changes, and what only formulas read; the others are the token itself. */
const derived = new Set<keyof Palette>([
  'surface',
  'raised',
  'sunken',
  'lifted',
  'overlay',
  'line',
  'text',
  'muted',
  'accent',
  'onAccent',
  'accentText',
  'accentSoft',
  'qr',
  'hover',
  'press',
  'picture1',
  'picture2',
  'picture3',
  'onPicture',
  'darkest',
  'lightest',
])

function propertyOf(name: keyof Palette): string {
  if (derived.has(name)) return `--lk-base-${kebab(name)}`
  return name.startsWith('shadow') ? `--lk-${kebab(name)}` : `--lk-color-${kebab(name)}`
}

function paletteProperties(palette: Palette, differsFrom?: Palette): string {
  const names = Object.keys(palette) as (keyof Palette)[]
  return names
    .filter((name) => palette[name] !== differsFrom?.[name])
    .map((name) => `${propertyOf(name)}: ${palette[name]};`)
    .join('\n')
}

function palettes(): string {
  const darkOnes = paletteProperties(dark, light)
  return `
    [data-latchkey] { ${paletteProperties(light)} }
    [data-latchkey][data-theme="dark"] { ${darkOnes} }
    @media (prefers-color-scheme: dark) {
      [data-latchkey][data-theme="system"] { ${darkOnes} }
    }`
}

function isInKeyframes(node: ChildNode): boolean {
  const parent = node.parent
  return parent?.parent?.type === 'atrule' && (parent.parent as AtRule).name === 'keyframes'
}

/**
 * Puts a selector under the root without raising its specificity; roots and scoped selectors stay. `:dir(rtl)` is
 * written out as attributes: bundlers that lower CSS replace it by a list of languages, which is another question.
 */
function scoped(selector: string): string[] {
  if (selector.includes(':dir(rtl)')) {
    const plain = selector.replace(/:dir\(rtl\)(?: > )?/g, '')
    return [
      `[dir="rtl"] :where([data-latchkey]:not([dir="ltr"])) ${plain}`,
      `:where([data-latchkey])[dir="rtl"] ${plain}`,
    ]
  }
  return [selector.includes('[data-latchkey]') ? selector : `:where([data-latchkey]) ${selector}`]
}

/** `var(--lk-space-3)` as `12px`, and its negative as `-12px`. */
const withConstants = (css: string) =>
  css
    .replace(/var\(--lk-([\w-]+)\)/g, (whole, name: string) => constants[name] ?? whole)
    .replace(/calc\(-1 \* (\d+px)\)/g, '-$1')

function harden(root: Root): Root {
  root.walkDecls((declaration) => {
    if (isInKeyframes(declaration)) return
    declaration.important = !declaration.prop.startsWith('--')
  })
  root.walkRules((rule) => {
    if (rule.parent?.type === 'atrule' && (rule.parent as AtRule).name === 'keyframes') return
    rule.selectors = rule.selectors.flatMap(scoped)
  })
  return root
}

/** The one static style sheet, from the files in `src/styles`. */
export function buildStyles(): string {
  const names = Object.keys(layers).map((layer) => `latchkey.${layer}`)
  const parts = Object.entries(layers).map(([layer, files]) => {
    const css = withConstants(files.map((file) => readFileSync(source(file), 'utf8')).join('\n'))
    const root = harden(postcss.parse((layer === 'tokens' ? palettes() : '') + css))
    root.walkComments((comment) => void comment.remove())
    return `@layer latchkey.${layer} {\n${root.toString().trim()}\n}`
  })
  const motion = readFileSync(source('motion'), 'utf8').trim()
  const header = '/* Generated from src/styles by scripts/buildStyles.ts. Edit there. */'
  return `${[header, `@layer ${names.join(', ')};`, ...parts, motion].join('\n\n')}\n`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(target, buildStyles())
