import { afterEach, expect, it, vi } from 'vitest'
import { watchStandardWallets } from './watchStandardWallets.js'

interface Api {
  register(...wallets: unknown[]): () => void
}

const log = { error: vi.fn(), warn: vi.fn(), info: vi.fn(), debug: vi.fn() }
const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

function watch() {
  const listed = new Set<unknown>()
  const changed = vi.fn((added: readonly unknown[], removed: readonly unknown[]) => {
    for (const wallet of added) listed.add(wallet)
    for (const wallet of removed) listed.delete(wallet)
  })
  const stop = watchStandardWallets(log, changed)
  stops.push(stop)
  return { listed, changed, stop }
}

const announce = (callback: unknown) =>
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: callback }))

it('finds a wallet that came before, one that comes later, and hears them go', () => {
  const early = { name: 'early' }
  const hear = (event: Event) => void (event as CustomEvent<Api>).detail.register(early)
  window.addEventListener('wallet-standard:app-ready', hear)
  stops.push(() => window.removeEventListener('wallet-standard:app-ready', hear))
  const { listed } = watch()
  const late = { name: 'late' }
  let remove = () => {}
  announce((api: Api) => {
    remove = api.register(late)
  })
  expect([...listed]).toEqual([early, late])
  remove()
  remove()
  expect([...listed]).toEqual([early])
})

it('tells wallets that were there before together, without one that left again', () => {
  const early = [{ name: 'a' }, { name: 'b' }, { name: 'gone' }]
  for (const wallet of early) {
    const hear = (event: Event) => {
      const remove = (event as CustomEvent<Api>).detail.register(wallet)
      if (wallet.name === 'gone') remove()
    }
    window.addEventListener('wallet-standard:app-ready', hear)
    stops.push(() => window.removeEventListener('wallet-standard:app-ready', hear))
  }
  const { changed } = watch()
  expect(changed.mock.calls).toEqual([[early.slice(0, 2), []]])
})

it('tells a wallet once, several of one call together, and no more than 500', () => {
  const { listed, changed } = watch()
  const wallet = {}
  announce((api: Api) => {
    api.register(wallet, wallet)
    api.register(wallet)
    api.register(...Array.from({ length: 1_000 }, () => ({})))
  })
  expect(listed.size).toBe(500)
  expect(changed).toHaveBeenCalledTimes(2)
})

it('takes a second registration of a wallet that went', () => {
  const { listed } = watch()
  const wallet = {}
  announce((api: Api) => api.register(wallet)())
  announce((api: Api) => api.register(wallet))
  expect([...listed]).toEqual([wallet])
})

it('ignores what does not follow the standard, and everything once it is stopped', () => {
  const { listed, changed, stop } = watch()
  announce(undefined)
  announce(() => {
    throw new Error('fault')
  })
  let known: Api | undefined
  announce((api: Api) => {
    known = api
  })
  stop()
  known?.register({})
  announce((api: Api) => api.register({}))
  expect([listed.size, changed.mock.calls]).toEqual([0, []])
})
