import { afterEach, describe, expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import '../styles.css'
import { Button } from '../components/Button.js'
import { ThemeRoot } from '../theme/ThemeRoot.js'
import { harbour, nightshift, orchard, radii, remSizes, type ThemePreset } from './index.js'

const presets: readonly (readonly [string, ThemePreset])[] = [
  ['harbour', harbour],
  ['orchard', orchard],
  ['nightshift', nightshift],
]

const root = () => document.querySelector<HTMLElement>('[data-latchkey]') as HTMLElement

/** A colour as the browser paints it, whatever notation it is computed to. */
function paint(value: string): readonly [number, number, number] {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = 1
  const context = canvas.getContext('2d') as CanvasRenderingContext2D
  const probe = document.createElement('span')
  probe.style.setProperty('background-color', value, 'important')
  root().append(probe)
  context.fillStyle = getComputedStyle(probe).backgroundColor
  probe.remove()
  context.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data
  return [red, green, blue]
}

function luminance(value: string): number {
  const [red = 0, green = 0, blue = 0] = paint(value).map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(left: string, right: string): number {
  const [bright = 0, dim = 0] = [luminance(left), luminance(right)].sort((a, b) => b - a)
  return (bright + 0.05) / (dim + 0.05)
}

const token = (name: string) => `var(--lk-color-${name})`

afterEach(() => document.documentElement.style.removeProperty('font-size'))

describe.each(presets)('the preset %s', (_, { theme, themeVariables }) => {
  it.each(['surface', 'raised', 'overlay', 'sunken'])('keeps its texts at 4.5:1 on %s', async (ground) => {
    await render(<ThemeRoot mode={theme} variables={themeVariables} box="block" />)
    for (const text of ['text', 'muted', 'accent-text'])
      expect(contrast(token(text), token(ground)), text).toBeGreaterThanOrEqual(4.5)
    expect(contrast(token('on-accent'), token('accent'))).toBeGreaterThanOrEqual(4.5)
  })

  it('looks like itself: accent, corners and font are its own', async () => {
    const screen = await render(
      <ThemeRoot mode={theme} variables={themeVariables}>
        <Button>Pay</Button>
      </ThemeRoot>,
    )
    const button = screen.getByRole('button').element()
    const style = getComputedStyle(button)
    expect(paint(style.backgroundColor)).toEqual(paint(themeVariables.accent ?? ''))
    expect(style.borderRadius).toBe(`${Number.parseFloat(themeVariables.borderRadiusMaster ?? '') * 3}px`)
    expect(style.fontFamily).toBe(themeVariables.fontFamily)
  })
})

it('follows the text size of the browser with sizes in rem', async () => {
  const screen = await render(
    <ThemeRoot variables={remSizes}>
      <Button>Pay</Button>
    </ThemeRoot>,
  )
  const size = () => getComputedStyle(screen.getByRole('button').element()).fontSize
  expect(size()).toBe('16px')
  document.documentElement.style.setProperty('font-size', '32px')
  expect(size()).toBe('32px')
})

it.each(Object.entries(radii))('has %s corners', async (_, borderRadiusMaster) => {
  const screen = await render(
    <ThemeRoot variables={{ borderRadiusMaster }}>
      <Button>Pay</Button>
    </ThemeRoot>,
  )
  const { borderRadius } = getComputedStyle(screen.getByRole('button').element())
  expect(borderRadius).toBe(`${Number.parseFloat(borderRadiusMaster) * 3}px`)
})
