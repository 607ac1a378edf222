import { expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import '../styles.css'
import { ThemeRoot } from './ThemeRoot.js'
import type { ThemeVariables } from './themeVariables.js'

const root = () => document.querySelector<HTMLElement>('[data-latchkey]')!

/** What the style sheet makes of each property, in the box of a theme. */
async function resolved(variables?: ThemeVariables) {
  await render(<ThemeRoot box="block" {...(variables ? { variables } : {})} />)
  const probe = document.createElement('div')
  root().append(probe)
  return (property: string, value: string) => {
    probe.style.setProperty(property, value)
    return getComputedStyle(probe).getPropertyValue(property)
  }
}

it('is dark unless the host says otherwise', async () => {
  await render(<ThemeRoot />)
  expect(root().dataset['theme']).toBe('dark')
})

it('starts from the defaults of the specification', async () => {
  const value = await resolved()
  expect(getComputedStyle(root()).fontFamily).toMatch(/^Inter\b/)
  expect(value('font-size', 'var(--lk-font-base)')).toBe('10px')
  expect(value('border-radius', 'var(--lk-radius-base)')).toBe('4px')
  expect(value('z-index', 'var(--lk-layer)')).toBe('999')
})

it('mixes nothing into the surface by default, whatever the colour', async () => {
  const screen = await render(<ThemeRoot mode="light" box="block" />)
  const plain = getComputedStyle(root()).backgroundColor
  await screen.rerender(<ThemeRoot mode="light" box="block" variables={{ colorMix: '#f00' }} />)
  const canvas = document.createElement('canvas').getContext('2d')!
  const painted = (color: string) => {
    canvas.fillStyle = color
    canvas.fillRect(0, 0, 1, 1)
    return [...canvas.getImageData(0, 0, 1, 1).data]
  }
  expect(painted(getComputedStyle(root()).backgroundColor)).toEqual(painted(plain))
})

it.each([
  ['the modal is 360 px wide', 'width', '--lk-size-modal', '360px'],
  ['a toast is at most 350 px wide', 'max-width', '--lk-size-toast', '350px'],
  ['views change in 150 ms', 'transition-duration', '--lk-duration-view', '0.15s'],
  ['header words change in 120 ms', 'transition-duration', '--lk-duration-title', '0.12s'],
  ['toasts lie at 9999', 'z-index', '--lk-layer-toast', '9999'],
])('%s', async (_, property, token, expected) => {
  const value = await resolved()
  expect(value(property, `var(${token})`)).toBe(expected)
})

it('takes font and stacking order of the host', async () => {
  const value = await resolved({ fontFamily: 'monospace', zIndex: 20 })
  expect(getComputedStyle(root()).fontFamily).toBe('monospace')
  expect([value('z-index', 'var(--lk-layer)'), value('z-index', 'var(--lk-layer-toast)')]).toEqual([
    '20',
    '9020',
  ])
})
