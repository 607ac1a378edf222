import { describe, expect, it } from 'vitest'
import { fakeClock } from '../testing/index.js'
import { createNotifications } from './notifications.js'

function setUp() {
  const clock = fakeClock()
  const service = createNotifications(clock)
  return { clock, service, snackbar: () => service.state.snackbar, toasts: () => service.state.toasts }
}

describe('the snackbar', () => {
  it('shows at once when none is open, and hides after 2.5 s', () => {
    const { clock, service, snackbar } = setUp()
    service.showSnackbar('Saved')
    expect(snackbar()).toEqual({
      open: true,
      message: 'Saved',
      variant: 'success',
      autoClose: true,
      icon: undefined,
    })
    clock.advance(2_499)
    expect(snackbar().open).toBe(true)
    clock.advance(1)
    expect(snackbar()).toMatchObject({ open: false, message: '' })
  })

  it('closes an open one first and shows the new one 150 ms later', () => {
    const { clock, service, snackbar } = setUp()
    service.showSnackbar('First')
    service.showSnackbar('Second', { variant: 'error', icon: 'warning' })
    expect(snackbar().open).toBe(false)
    clock.advance(149)
    expect(snackbar().open).toBe(false)
    clock.advance(1)
    expect(snackbar()).toMatchObject({ open: true, message: 'Second', variant: 'error', icon: 'warning' })
    clock.advance(2_500)
    expect(snackbar().open).toBe(false)
  })

  it('stays when it is told to, until it is hidden', () => {
    const { clock, service, snackbar } = setUp()
    service.showSnackbar('Working', { variant: 'loading', autoClose: false })
    clock.advance(60_000)
    expect(snackbar()).toMatchObject({ open: true, variant: 'loading' })
    service.hideSnackbar()
    expect(snackbar()).toMatchObject({ open: false, message: '', variant: 'success', autoClose: true })
  })

  it('does not show one that was hidden while it waited', () => {
    const { clock, service, snackbar } = setUp()
    service.showSnackbar('First')
    service.showSnackbar('Second')
    service.hideSnackbar()
    clock.advance(10_000)
    expect(snackbar().open).toBe(false)
    expect(clock.pending).toBe(0)
  })

  it('gives the time of the latest one, not of the one before', () => {
    const { clock, service, snackbar } = setUp()
    service.showSnackbar('First')
    clock.advance(2_000)
    service.showSnackbar('Second')
    clock.advance(150 + 2_400)
    expect(snackbar()).toMatchObject({ open: true, message: 'Second' })
  })
})

describe('toasts', () => {
  it.each([
    ['blank', 4_000],
    ['error', 4_000],
    ['success', 2_000],
    ['custom', 4_000],
    ['loading', Number.POSITIVE_INFINITY],
  ] as const)('a %s toast stays for %s ms, then leaves within a second', (type, duration) => {
    const { clock, service, toasts } = setUp()
    const id = service.toast('Text', { type })
    expect(toasts()).toEqual([
      { id, type, message: 'Text', duration, visible: true, dismissed: false, position: 'top' },
    ])
    if (duration === Number.POSITIVE_INFINITY) {
      clock.advance(24 * 3_600_000)
      expect(toasts()[0]?.visible).toBe(true)
      service.dismissToast(id)
    } else {
      clock.advance(duration - 1)
      expect(toasts()[0]).toMatchObject({ visible: true, dismissed: false })
      clock.advance(1)
    }
    expect(toasts()[0]).toMatchObject({ visible: false, dismissed: true })
    clock.advance(1_000)
    expect(toasts()).toEqual([])
    expect(clock.pending).toBe(0)
  })

  it('keeps the newest twenty', () => {
    const { clock, service, toasts } = setUp()
    for (let count = 1; count <= 25; count += 1) service.toast(`${count}`)
    expect(toasts().map(({ message }) => Number(message))).toEqual([...Array(20).keys()].map((n) => 25 - n))
    expect(clock.pending).toBe(20)
  })

  it('replaces the one with the same id in its place, with its own time', () => {
    const { clock, service, toasts } = setUp()
    service.toast('Working', { id: 'send', type: 'loading' })
    service.toast('Other', { duration: 60_000 })
    service.toast('Done', { id: 'send', type: 'success', position: 'bottom' })
    expect(toasts().map(({ message }) => message)).toEqual(['Other', 'Done'])
    clock.advance(2_000)
    expect(toasts()[1]).toMatchObject({ visible: false, position: 'bottom' })
    service.toast('Again', { id: 'send', type: 'loading' })
    clock.advance(1_000)
    expect(toasts()[1]).toMatchObject({ message: 'Again', visible: true })
  })

  it('dismisses all when no id is given', () => {
    const { clock, service, toasts } = setUp()
    service.toast('One')
    service.toast('Two', { type: 'loading' })
    service.dismissToast()
    expect(toasts().every(({ dismissed }) => dismissed)).toBe(true)
    clock.advance(1_000)
    expect(toasts()).toEqual([])
  })

  it('does not take a very long time for no time', () => {
    const { clock, service, toasts } = setUp()
    let longest = 0
    const { setTimeout } = clock
    clock.setTimeout = (callback, delay) => {
      longest = Math.max(longest, delay)
      return setTimeout(callback, delay)
    }
    service.toast('Long', { duration: 10 ** 12 })
    expect(longest).toBe(2 ** 31 - 1)
    expect(toasts()[0]?.visible).toBe(true)
  })
})

it('stops every timer when it is disposed', () => {
  const { clock, service } = setUp()
  service.showSnackbar('One')
  service.toast('Two')
  service.dispose()
  expect(clock.pending).toBe(0)
  expect(service.state.snackbar.open).toBe(false)
})
