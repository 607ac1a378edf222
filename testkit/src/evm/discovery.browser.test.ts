import { createStore } from 'mipd'
import { type Address, type Hex, stringToHex, verifyMessage } from 'viem'
import { afterEach, describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { createEvmTestWallet, type EvmTestWallet } from './createEvmTestWallet.js'

const KEY: Hex = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'
const ADDRESS: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const cleanups: (() => void)[] = []

afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup()
  localStorage.clear()
})

function createWallet(options: Parameters<typeof createEvmTestWallet>[0] = {}): EvmTestWallet {
  return createEvmTestWallet({ accounts: [KEY], ...options })
}

function discover() {
  const store = createStore()
  cleanups.push(() => store.destroy())
  return store
}

function shownDialog(): HTMLDialogElement | undefined {
  return document.querySelector('latchkey-test-wallet')?.shadowRoot?.querySelector('dialog') ?? undefined
}

async function dialog(): Promise<HTMLDialogElement> {
  await expect.poll(shownDialog).toBeTruthy()
  return shownDialog()!
}

describe('discovery by EIP-6963', () => {
  it('is found by a page that asked before it came, and by one that asks later', async () => {
    const early = discover()
    const wallet = createWallet({ name: 'Found', rdns: 'dev.latchkey.found' })
    cleanups.push(wallet.announce())
    const late = discover()
    for (const store of [early, late]) {
      const detail = store.findProvider({ rdns: 'dev.latchkey.found' })
      expect(detail?.info).toEqual(wallet.info)
      expect(detail?.info.icon).toMatch(/^data:image\/svg\+xml,/)
      expect(detail?.provider).toBe(wallet.provider)
      expect(Object.isFrozen(detail) && Object.isFrozen(detail?.info)).toBe(true)
    }
    const provider = late.findProvider({ rdns: 'dev.latchkey.found' })!.provider
    expect(await provider.request({ method: 'eth_requestAccounts' })).toEqual([ADDRESS])
  })

  it('is not found when stopped or gone, and is again when it is back', () => {
    const wallet = createWallet()
    const stop = wallet.announce()
    cleanups.push(stop)
    const isFound = (): boolean => discover().getProviders().length > 0
    expect(isFound()).toBe(true)
    wallet.control.disappear()
    expect(isFound()).toBe(false)
    wallet.control.appear()
    expect(isFound()).toBe(true)
    stop()
    wallet.control.appear()
    expect(isFound()).toBe(false)
  })

  it('lets two wallets be told apart', () => {
    for (const rdns of ['one.wallet', 'other.wallet']) cleanups.push(createWallet({ rdns }).announce())
    expect(
      discover()
        .getProviders()
        .map((detail) => detail.info.rdns),
    ).toEqual(['one.wallet', 'other.wallet'])
  })
})

describe('window.ethereum', () => {
  const current = (): unknown => Reflect.get(window, 'ethereum')

  it('is set, taken away and put back', () => {
    const [first, second] = [createWallet(), createWallet()]
    const removeFirst = first.injectAsWindowEthereum()
    expect(current()).toBe(first.provider)
    const removeSecond = second.injectAsWindowEthereum()
    removeFirst()
    expect(current()).toBe(second.provider)
    second.control.disappear()
    expect(current()).toBe(first.provider)
    removeSecond()
    Reflect.deleteProperty(window, 'ethereum')
    expect('ethereum' in window).toBe(false)
  })
})

describe('memory', () => {
  it('restores a permission silently from localStorage', async () => {
    await createWallet().provider.request({ method: 'eth_requestAccounts' })
    const reloaded = createWallet()
    expect(await reloaded.provider.request({ method: 'eth_accounts' })).toEqual([ADDRESS])
    expect(reloaded.control.requests).toEqual([{ method: 'eth_accounts', params: undefined }])
  })
})

describe('the approval dialog', () => {
  const sign = (wallet: EvmTestWallet, message: string): Promise<unknown> =>
    wallet.provider.request({ method: 'personal_sign', params: [stringToHex(message), ADDRESS] })

  it('signs after the visitor approved', async () => {
    const wallet = createWallet({ approval: 'prompt', permitted: true })
    const signature = sign(wallet, 'Hello <img src=x onerror=alert(1)>')
    const element = await dialog()
    expect(element.matches(':modal')).toBe(true)
    expect(element.querySelector('h2')?.textContent).toBe('Sign this message?')
    expect(element.querySelector('img')).toBeNull()
    expect(element.textContent).toContain('Hello <img src=x onerror=alert(1)>')
    await userEvent.click(element.querySelector('button[value="approve"]')!)
    const valid = { address: ADDRESS, message: 'Hello <img src=x onerror=alert(1)>' }
    expect(await verifyMessage({ ...valid, signature: (await signature) as Hex })).toBe(true)
    expect(shownDialog()).toBeUndefined()
  })

  it('rejects by its button and by Escape', async () => {
    const wallet = createWallet({ approval: 'prompt', permitted: true })
    const first = expect(sign(wallet, 'one')).rejects.toMatchObject({ code: 4001 })
    await userEvent.click((await dialog()).querySelector('button[value="reject"]')!)
    await first
    const second = expect(sign(wallet, 'two')).rejects.toMatchObject({ code: 4001 })
    await dialog()
    await userEvent.keyboard('{Escape}')
    await second
  })

  it('keeps its clicks and keys to itself', async () => {
    const seen: string[] = []
    const listener = (event: Event): void => void seen.push(event.type)
    for (const type of ['click', 'keydown']) document.addEventListener(type, listener)
    cleanups.push(() => {
      for (const type of ['click', 'keydown']) document.removeEventListener(type, listener)
    })
    const wallet = createWallet({ approval: 'prompt', permitted: true })
    const signature = sign(wallet, 'one')
    await dialog()
    await userEvent.keyboard('{Tab}')
    await userEvent.click((await dialog()).querySelector('button[value="approve"]')!)
    expect(await signature).toMatch(/^0x/)
    expect(seen).toEqual([])
  })

  it('asks one thing at a time, and goes away when the test answers', async () => {
    const wallet = createWallet({ approval: 'prompt', permitted: true })
    const [first, second] = [sign(wallet, 'one'), sign(wallet, 'two')]
    expect((await dialog()).textContent).toContain('one')
    expect(document.querySelectorAll('latchkey-test-wallet')).toHaveLength(1)
    wallet.control.approve()
    expect(await first).toMatch(/^0x/)
    await expect.poll(() => shownDialog()?.textContent).toContain('two')
    wallet.control.approve()
    expect(await second).toMatch(/^0x/)
    await expect.poll(shownDialog).toBeUndefined()
  })
})
