// What a host gets wrong in its components, without types.
import { createKernel, memoryStorage } from '@latchkey/kernel'
import { BaseError } from '@latchkey/kernel/plugin'
import { ConnectRoute } from '@latchkey/kernel/wallet'
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, it, vi } from 'vitest'
import { WalletButton } from './buttons/WalletButton.js'
import { type ModalControls, useModal } from './hooks/useModal.js'
import { KernelProvider } from './KernelProvider.js'
import { useKernel } from './useKernel.js'

interface Held {
  controls?: ModalControls
}
function Holds({ held }: { readonly held: Held }) {
  held.controls = useModal()
  return null
}
const Asks = () => void useKernel()

const stops: (() => unknown)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
  vi.restoreAllMocks()
})

/** Draws, and gives the codes of what was written to the console, and what was thrown. */
async function draw(tree: ReactNode) {
  const written: unknown[] = []
  vi.spyOn(console, 'error').mockImplementation((...parts) => void written.push(...parts))
  const place = document.createElement('div')
  document.body.append(place)
  const thrown: unknown[] = []
  const root = createRoot(place, { onUncaughtError: (error) => void thrown.push(error) })
  stops.push(
    () => root.unmount(),
    () => place.remove(),
  )
  root.render(tree)
  const codes = () => written.flatMap((part) => (part instanceof BaseError ? part.code : []))
  return { place, codes, thrown }
}

const makeKernel = () => {
  const kernel = createKernel([], { storage: memoryStorage() })
  stops.push(() => kernel.dispose())
  return kernel
}

it('KernelProvider says that it needs a kernel', async () => {
  const { thrown } = await draw(<KernelProvider kernel={undefined as never} />)
  await vi.waitFor(() => expect(thrown).toHaveLength(1))
  expect(thrown[0]).toMatchObject({
    code: 'KERNEL_MISSING',
    shortMessage: expect.stringContaining('KernelProvider needs a kernel'),
  })
})

it('a hook says that there is no provider, and doesn’t blame createKernel', async () => {
  const { thrown } = await draw(<Asks />)
  await vi.waitFor(() => expect(thrown).toHaveLength(1))
  expect(thrown[0]).toMatchObject({ code: 'KERNEL_MISSING' })
  expect(String(thrown[0])).not.toContain('createKernel')
  expect(String(thrown[0])).toContain('<KernelProvider')
})

it('WalletButton without a wallet says so, and leads to all wallets', async () => {
  const kernel = makeKernel()
  const { place, codes, thrown } = await draw(
    <KernelProvider kernel={kernel}>
      <WalletButton wallet={undefined as never} />
      <WalletButton.Custom wallet={undefined as never}>{({ name }) => <b>{name}</b>}</WalletButton.Custom>
    </KernelProvider>,
  )
  await vi.waitFor(() => expect(codes()).toContain('WALLET_NOT_NAMED'))
  expect(thrown).toEqual([])
  expect(place.querySelector('[data-testid="wallet-button"]')?.textContent).toBe('Connect wallet')
  expect(place.querySelector('b')?.textContent).toBe('Connect wallet')
})

it('an unknown theme is told, and the default one used', async () => {
  const { codes } = await draw(<KernelProvider kernel={makeKernel()} theme={'auto' as never} />)
  await vi.waitFor(() => expect(codes()).toContain('THEME_UNKNOWN'))
})

it('open() with the name of a route says what it takes', async () => {
  const held: Held = {}
  const { codes } = await draw(
    <KernelProvider kernel={makeKernel()}>
      <Holds held={held} />
    </KernelProvider>,
  )
  await vi.waitFor(() => expect(held.controls).toBeDefined())
  expect(await act(async () => held.controls?.open('Connect' as never))).toBe(false)
  expect(codes()).toContain('ROUTE_INVALID')
})

it('a modal without its style sheet is told, once', async () => {
  const sheets = [...document.querySelectorAll('style, link[rel="stylesheet"]')]
  for (const sheet of sheets) sheet.remove()
  stops.push(() => document.head.append(...sheets))
  const held: Held = {}
  const { codes } = await draw(
    <KernelProvider kernel={makeKernel()}>
      <Holds held={held} />
    </KernelProvider>,
  )
  await vi.waitFor(() => expect(held.controls).toBeDefined())
  for (let count = 0; count < 2; count++) {
    expect(held.controls?.open(ConnectRoute)).toBe(true)
    await vi.waitFor(() => expect(document.querySelector('dialog')).not.toBeNull(), 20_000)
    held.controls?.close()
    await vi.waitFor(() => expect(document.querySelector('dialog')).toBeNull(), 20_000)
  }
  expect(codes().filter((code) => code === 'STYLES_MISSING')).toHaveLength(1)
})
