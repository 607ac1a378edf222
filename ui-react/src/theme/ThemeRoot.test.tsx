import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import '../styles.css'
import { Badge } from '../components/Badge.js'
import { Button } from '../components/Button.js'
import { ThemeRoot } from './ThemeRoot.js'

type Rgb = readonly [number, number, number]

const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!

/** Any CSS colour as the browser paints it, over an opaque ground. */
function painted(color: string, ground: string): Rgb {
  context.fillStyle = ground
  context.fillRect(0, 0, 1, 1)
  context.fillStyle = color
  context.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data
  return [red, green, blue]
}

function luminance(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map((channel) => {
    const value = channel / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(first: Rgb, second: Rgb): number {
  const [high = 0, low = 0] = [luminance(first), luminance(second)].sort((a, b) => b - a)
  return (high + 0.05) / (low + 0.05)
}

const root = () => document.querySelector<HTMLElement>('[data-latchkey]')!
const token = (name: string) => getComputedStyle(root()).getPropertyValue(name)

describe('ThemeRoot', () => {
  it.each(['light', 'dark'] as const)('keeps any accent readable in %s', async (mode) => {
    await render(
      <ThemeRoot mode={mode} box="block">
        <Button>Primary</Button>
        <Button variant="ghost">Ghost</Button>
        <Badge tone="accent">Badge</Badge>
      </ThemeRoot>,
    )
    const [primary, ghost] = [...document.querySelectorAll('.lk-button')]
    const badge = document.querySelector('.lk-badge')!
    const check = (accent: string) => {
      root().style.setProperty('--lk-accent', accent)
      for (const element of document.querySelectorAll('.lk-button'))
        for (const run of element.getAnimations()) run.finish()
      const surface = getComputedStyle(root()).backgroundColor
      const ratio = (element: Element) => {
        const { color, backgroundColor } = getComputedStyle(element)
        const ground = painted(backgroundColor, surface)
        return contrast(painted(color, `rgb(${ground.join(' ')})`), ground)
      }
      expect(ratio(primary!), `text on ${accent}`).toBeGreaterThanOrEqual(4.5)
      expect(ratio(ghost!), `${accent} as text`).toBeGreaterThanOrEqual(4.5)
      expect(ratio(badge), `${accent} as text on its tint`).toBeGreaterThanOrEqual(4.5)
    }
    for (const accent of [
      '#000',
      '#fff',
      '#ff0',
      '#00f',
      '#f00',
      '#0f0',
      '#0ff',
      '#808080',
      'hsl(231 100% 70%)',
      'oklch(0.7 0.3 140)',
    ]) {
      check(accent)
    }
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffff }), (value) =>
        check(`#${value.toString(16).padStart(6, '0')}`),
      ),
      { numRuns: 200 },
    )
  })

  it('derives the scales from the two masters', async () => {
    const screen = await render(
      <ThemeRoot variables={{ fontSizeMaster: '20px', borderRadiusMaster: '0px' }} box="block" />,
    )
    const probe = document.createElement('div')
    root().append(probe)
    const resolve = (property: string, value: string) => {
      probe.style.setProperty(property, value)
      return getComputedStyle(probe).getPropertyValue(property)
    }
    const sizes = [2, 3, 4, 5, 6, 7, 9].map((step) => resolve('font-size', `var(--lk-font-size-${step})`))
    expect(sizes).toEqual(['20px', '24px', '28px', '32px', '36px', '40px', '48px'])
    expect(resolve('border-radius', 'var(--lk-radius-8)')).toBe('0px')
    await screen.rerender(<ThemeRoot box="block" />)
    root().append(probe)
    const radii = Array.from({ length: 9 }, (_, index) =>
      resolve('border-radius', `var(--lk-radius-${index + 1})`),
    )
    expect(radii).toEqual(['4px', '6px', '8px', '12px', '16px', '20px', '28px', '36px', '80px'])
    expect(resolve('font-size', 'var(--lk-font-size-2)')).toBe('10px')
    expect(resolve('z-index', 'var(--lk-layer)')).toBe('999')
    probe.remove()
  })

  it('takes variables from the host’s own style sheet too', async () => {
    document.documentElement.style.setProperty('--lk-accent', 'rgb(1, 2, 3)')
    await render(
      <ThemeRoot mode="light">
        <Button>Primary</Button>
      </ThemeRoot>,
    )
    expect(getComputedStyle(document.querySelector('.lk-button')!).backgroundColor).toBe('rgb(1, 2, 3)')
    document.documentElement.style.removeProperty('--lk-accent')
  })

  it('mixes a colour into the surface by the strength, and nothing without a colour', async () => {
    const screen = await render(
      <ThemeRoot mode="light" box="block" variables={{ colorMix: '#000', colorMixStrength: 20 }} />,
    )
    const surface = () => painted(getComputedStyle(root()).backgroundColor, '#fff')
    expect(surface()).toEqual([204, 204, 204])
    await screen.rerender(<ThemeRoot mode="light" box="block" variables={{ colorMixStrength: 20 }} />)
    expect(surface()).toEqual([255, 255, 255])
  })

  it.each([
    ['dark', 'dark'],
    ['light', 'light'],
    ['only dark', 'dark'],
    ['normal', 'light'],
  ])('follows a page whose color-scheme becomes "%s"', async (said, expected) => {
    const before = expected === 'dark' ? 'light' : 'dark'
    document.documentElement.style.colorScheme = before
    await render(<ThemeRoot mode="page" box="block" />)
    expect(root().dataset['theme']).toBe(before)
    document.documentElement.style.colorScheme = said
    await expect.poll(() => root().dataset['theme']).toBe(expected)
    document.documentElement.style.colorScheme = ''
  })

  it('follows the meta element of a page that has no style for it', async () => {
    await render(<ThemeRoot mode="page" box="block" />)
    expect(root().dataset['theme']).toBe('light')
    const meta = document.createElement('meta')
    meta.name = 'color-scheme'
    meta.content = 'dark'
    document.head.append(meta)
    await expect.poll(() => root().dataset['theme']).toBe('dark')
    meta.remove()
    await expect.poll(() => root().dataset['theme']).toBe('light')
  })

  it('removes a variable that is no longer given', async () => {
    const screen = await render(<ThemeRoot variables={{ accent: 'red' }} />)
    expect(token('--lk-accent')).toBe('red')
    await screen.rerender(<ThemeRoot />)
    expect(token('--lk-accent')).toBe('')
  })
})
