import type { SolanaStack } from '@latchkey/devstack/solana'
import { installTestWallet } from '@latchkey/testkit/playwright'
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { expect, type Page } from '@playwright/test'

export interface SolanaDrive {
  readonly page: Page
  readonly url: string
  readonly stack: SolanaStack
  /** Called once the wallet is connected. */
  onConnected(): Promise<void>
}

const sol = 1_000_000_000n

/**
 * Does with an app on Solana what a person does: connects, signs, tips, reloads, disconnects. It knows the app's own elements
 * and the wallet's name, so that it runs unchanged before and after an app came over.
 */
export async function driveSolana({ page, url, stack, onConnected }: SolanaDrive): Promise<void> {
  const [owner, jar] = stack.accounts
  if (!owner || !jar) throw new Error('The local chain has no accounts.')
  // Wallets are told the local cluster by this name.
  const endpoint = stack.url.replace('127.0.0.1', 'localhost')
  await installTestWallet(page, {
    kind: 'solana',
    accounts: [owner.secretKey],
    chains: [{ chain: 'solana:localnet', rpcUrl: stack.url }],
  })
  await page.addInitScript((tipJar) => Object.assign(window, { tipJar }), {
    endpoint,
    genesisHash: stack.genesisHash,
    jar: jar.address,
  })
  const part = (id: string) => page.getByTestId(id)

  await page.goto(url)
  await expect(part('own')).toHaveText('Nobody yet')
  await part('open-connect').click()
  await page
    .getByRole('dialog')
    .last()
    .getByRole('button', { name: /Test wallet/ })
    .click()
  await expect(part('address')).toHaveText(owner.address)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await onConnected()
  await expect(part('own')).toHaveText(`${owner.address.slice(0, 4)} in Test wallet`)

  await part('sign').click()
  await expect(part('signature')).toHaveText(/^[0-9a-f]{128}$/)
  const signature = Buffer.from((await part('signature').textContent()) ?? '', 'hex')
  const message = new TextEncoder().encode('Thank you')
  expect(ed25519.verify(signature, message, base58.decode(owner.address))).toBe(true)

  for (const [button, tip] of [
    ['send', sol / 4n],
    ['sign-and-send', sol / 2n],
  ] as const) {
    const before = await stack.balanceOf(jar.address)
    await part(button).click()
    await expect(part('decision')).toHaveText('confirmed')
    expect(await stack.balanceOf(jar.address)).toBe(before + tip)
  }

  await page.reload()
  await expect(part('address')).toHaveText(owner.address)
  await part('leave').click()
  await expect(part('own')).toHaveText('Nobody yet')
  await expect(part('address')).toHaveText('')
}
