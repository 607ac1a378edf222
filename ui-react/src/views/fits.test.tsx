import { page } from 'vitest/browser'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ConnectButton } from '../buttons/ConnectButton.js'
import { LocaleProvider } from '../../test/figures.js'
import { mountShell, unmountAll } from '../../test/mount.js'
import { dialog, until } from '../../test/page.js'
import { scenarios } from '../../test/scenarios.js'

afterEach(unmountAll)

/** Smaller than 24 by 24 pixels, and no word in a sentence (WCAG 2.2, 2.5.8). */
function smallTargets(root: Element): readonly string[] {
  return [...root.querySelectorAll<HTMLElement>('button, a[href], input, [role="tab"], [role="switch"]')]
    .filter((target) => target.checkVisibility() && !target.matches('p a, p button'))
    .flatMap((target) => {
      const { width, height } = target.getBoundingClientRect()
      const around = Number.parseFloat(getComputedStyle(target, '::after').blockSize) || 0
      const isSmall = width < 24 || Math.max(height, around) < 24
      return isSmall && !target.closest('label') ? [`${target.outerHTML} ${width}×${height}`] : []
    })
}

/** What sticks out of the card at its end or its start. */
function stickingOut(root: Element): readonly string[] {
  const card = root.querySelector('.lk-modal-card')?.getBoundingClientRect()
  if (!card) return ['no card']
  return [...root.querySelectorAll<HTMLElement>('button, input, p, h2, h3, a')]
    .filter((element) => element.checkVisibility() && !element.closest('[aria-hidden="true"]'))
    .filter((element) => {
      const { left, right, width } = element.getBoundingClientRect()
      return width > 1 && (left < card.left - 1 || right > card.right + 1)
    })
    .map((element) => element.outerHTML)
}

/** Waits until no view slides in any more. */
const settled = () =>
  until(() =>
    document
      .getAnimations()
      .every(
        (animation) =>
          animation.playState !== 'running' || animation.effect?.getTiming().iterations === Infinity,
      ),
  )

const settings = [
  // A window of 1280 pixels at 400 %.
  ['at 320 pixels', {}],
  ['with text twice as large', { fontSizeMaster: '20px' }],
] as const

describe.each(settings)('every view, %s,', (_, themeVariables) => {
  beforeAll(() => page.viewport(320, 640))
  afterAll(() => page.viewport(1280, 800))

  it.each(
    scenarios.filter(({ name }) => name !== 'toasts').map((scenario) => [scenario.name, scenario] as const),
  )('fits with %s, and every target can be hit', async (_, scenario) => {
    const { kernel, props, act } = scenario.stage()
    mountShell(kernel, <ConnectButton />, { ...props, themeVariables })
    await until(() => document.querySelector('button'))
    await act?.()
    await until(() => document.querySelector(`[data-view="${scenario.view}"]`))
    const root = await until(dialog)
    await until(
      () => root.querySelector('.lk-modal-content')?.textContent || scenario.name === 'view-loading',
    )
    await settled()
    expect(stickingOut(root)).toEqual([])
    expect(smallTargets(root)).toEqual([])
    const body = root.querySelector('.lk-modal-body')
    expect((body?.scrollWidth ?? 0) - (body?.clientWidth ?? 0)).toBeLessThanOrEqual(1)
  })
})

/** How far each part begins from the card's start edge, in the direction that is read. A link goes with its sentence's words. */
function startsOf(root: Element): ReadonlyMap<Element, number> {
  const card = root.querySelector('.lk-modal-card')?.getBoundingClientRect()
  const isRtl = getComputedStyle(root).direction === 'rtl'
  if (!card) throw new Error('There is no card.')
  const parts = [
    ...root.querySelectorAll(
      'button, input, a:not(.lk-link), p, h2, h3, .lk-picture, .lk-row-title, .lk-icon',
    ),
  ]
  return new Map(
    parts
      .filter((part) => part.checkVisibility())
      .map((part) => {
        const { left, right } = part.getBoundingClientRect()
        return [part, isRtl ? card.right - right : left - card.left]
      }),
  )
}

describe('every view, from right to left,', () => {
  beforeAll(() => page.viewport(360, 740))
  afterAll(() => page.viewport(1280, 800))

  it.each(
    scenarios
      .filter(({ name }) => !['toasts', 'view-loading'].includes(name))
      .map((scenario) => [scenario.name, scenario] as const),
  )('puts each part of %s where a mirror would', async (_, scenario) => {
    const { kernel, props, act } = scenario.stage()
    const mounted = mountShell(kernel, <ConnectButton />, props)
    await until(() => document.querySelector('button'))
    await act?.()
    await until(() => document.querySelector(`[data-view="${scenario.view}"]`))
    const root = await until(dialog)
    await until(() => root.querySelector('.lk-modal-content')?.textContent)
    await settled()
    const before = startsOf(root)
    expect(before.size).toBeGreaterThan(1)
    mounted.render(
      <LocaleProvider kernel={kernel} {...props} dir="rtl">
        <ConnectButton />
      </LocaleProvider>,
    )
    await until(() => getComputedStyle(root).direction === 'rtl')
    // As on a page in Hebrew: a button inside an English sentence stands where that sentence has it.
    for (const theme of document.querySelectorAll<HTMLElement>('[data-latchkey]')) theme.lang = 'he'
    await settled()
    const after = startsOf(root)
    const moved = [...before].flatMap(([part, start]) => {
      const now = after.get(part)
      return now === undefined || Math.abs(now - start) <= 1.5 ? [] : [`${part.outerHTML}: ${start} → ${now}`]
    })
    expect(moved).toEqual([])
  })
})

it('fades what goes on below the edge, except under a bar', async () => {
  await page.viewport(360, 740)
  const shown = async (name: string) => {
    const scenario = scenarios.find((each) => each.name === name)
    if (!scenario) throw new Error(`No scenario is called ${name}.`)
    const { kernel, props, act } = scenario.stage()
    mountShell(kernel, <ConnectButton />, props)
    await until(() => document.querySelector('button'))
    await act?.()
    await until(() => document.querySelector(`[data-view="${scenario.view}"]`))
    await settled()
    const body = await until(() => document.querySelector('.lk-modal-body'))
    return () => ({
      isFaded: getComputedStyle(body).maskImage !== 'none',
      scrolls: body.scrollHeight > body.clientHeight,
    })
  }
  const list = await shown('connect')
  expect(list()).toEqual({ isFaded: false, scrolls: false })
  await page.viewport(360, 300)
  await until(() => list().isFaded && list().scrolls)
  unmountAll()
  const account = await shown('account')
  await until(() => account().scrolls && !account().isFaded)
})
