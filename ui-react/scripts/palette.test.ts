import { describe, expect, it } from 'vitest'
import { dark, light, type Palette } from './palette.js'

function luminance(color: string): number {
  const channels = [1, 3, 5].map((index) => Number.parseInt(color.slice(index, index + 2), 16) / 255)
  const [red = 0, green = 0, blue = 0] = channels.map((value) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** WCAG 2.2 contrast ratio of two opaque colours. */
function contrast(first: string, second: string): number {
  const [high = 0, low = 0] = [luminance(first), luminance(second)].sort((a, b) => b - a)
  return (high + 0.05) / (low + 0.05)
}

/** A `rgb(r g b / a%)` colour painted over an opaque one. */
function over(translucent: string, ground: string): string {
  const [r = 0, g = 0, b = 0, alpha = 0] = (translucent.match(/\d+/g) ?? []).map(Number)
  const mixed = [r, g, b].map((value, index) => {
    const below = Number.parseInt(ground.slice(1 + index * 2, 3 + index * 2), 16)
    return Math.round(value * (alpha / 100) + below * (1 - alpha / 100))
  })
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

const grounds = ['surface', 'raised', 'sunken', 'lifted', 'overlay'] as const
const softs = ['accentSoft', 'successSoft', 'warningSoft', 'dangerSoft'] as const
type Pair = readonly [text: keyof Palette, ground: keyof Palette]

const textPairs: readonly Pair[] = [
  ...grounds.flatMap((ground): Pair[] => [
    ['text', ground],
    ['muted', ground],
  ]),
  ...(['surface', 'raised', 'sunken', 'overlay'] as const).flatMap((ground): Pair[] => [
    ['accentText', ground],
    ['success', ground],
    ['warning', ground],
    ['danger', ground],
  ]),
  ...softs.map((ground): Pair => ['text', ground]),
  ...softs.map((ground): Pair => ['muted', ground]),
  ['accentText', 'accentSoft'],
  ['success', 'successSoft'],
  ['warning', 'warningSoft'],
  ['danger', 'dangerSoft'],
  ['onAccent', 'accent'],
  ['onDanger', 'dangerFill'],
  ['surface', 'text'],
  ['surface', 'accentText'],
  ['qr', 'qrGround'],
]

describe.each([
  ['light', light],
  ['dark', dark],
])('the %s palette', (_, palette) => {
  it.each(textPairs)('gives %s on %s 4.5:1', (text, ground) => {
    expect(contrast(palette[text], palette[ground])).toBeGreaterThanOrEqual(4.5)
  })

  it.each(grounds.slice(0, 2))('gives text and muted 4.5:1 on a quiet control over %s', (ground) => {
    const fill = over(palette.fill, palette[ground])
    expect(contrast(palette.text, fill)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(palette.muted, fill)).toBeGreaterThanOrEqual(4.5)
  })

  it.each(['hover', 'press'] as const)('keeps 4.5:1 on filled buttons while %s', (state) => {
    expect(contrast(palette.onAccent, over(palette[state], palette.accent))).toBeGreaterThanOrEqual(4.5)
    expect(contrast(palette.onDanger, over(palette[state], palette.dangerFill))).toBeGreaterThanOrEqual(4.5)
  })

  it.each(['surface', 'raised', 'sunken'] as const)('gives the line around a control 3:1 on %s', (ground) => {
    expect(contrast(palette.outline, palette[ground])).toBeGreaterThanOrEqual(3)
  })

  it.each(['surface', 'raised', 'sunken'] as const)('gives the focus ring 3:1 on %s', (ground) => {
    expect(contrast(palette.accentText, palette[ground])).toBeGreaterThanOrEqual(3)
  })
})
