// NFTs on a real node, moved by a real wallet: what the collections say afterwards is what counts.
import { encodeDeployData, encodeFunctionData, getContractAddress } from 'viem'
import { artifacts } from '../devstack/src/evm/artifacts.js'
import { expect, test } from './fixtures.js'
import { connect, dialog } from './page.js'

test('an NFT goes to a saved address, and a collection that only says so is told', async ({
  page,
  chains,
  openApp,
  problems,
}) => {
  // A collection that moves nothing is asked for 20 seconds.
  test.setTimeout(120_000)
  const { client, accounts } = chains.main
  const [own, , receiver, maker] = accounts
  if (!own || !receiver || !maker) throw new Error('The stack has too few accounts.')
  const send = async (to: string | undefined, data: string) => {
    const hash = await client.sendTransaction({ account: maker.address, to, data } as never)
    await client.waitForTransactionReceipt({ hash })
  }
  const place = async (
    artifact: { readonly abi: never; readonly bytecode: never },
    args: readonly unknown[],
  ) => {
    const nonce = await client.getTransactionCount({ address: maker.address })
    await send(undefined, encodeDeployData({ ...artifact, args } as never))
    return getContractAddress({ from: maker.address, nonce: BigInt(nonce) })
  }
  const { localCollectible, lyingCollectible } = artifacts
  const art = await place(localCollectible as never, ['Local art', 'ART'])
  const lies = await place(lyingCollectible as never, [])
  const mint = (id: bigint) =>
    encodeFunctionData({ abi: localCollectible.abi, functionName: 'mint', args: [own.address, id, ''] })
  await send(art, mint(7n))
  await send(lies, mint(3n))
  const ownerOf = (address: `0x${string}`, id: bigint) =>
    client.readContract({ address, abi: localCollectible.abi, functionName: 'ownerOf', args: [id] })

  await openApp({ app: { walletData: {}, balances: {}, activity: true, send: {}, addressBook: true } })
  await connect(page)
  await page.getByTestId('account-button').click()
  const at = (id: string) => dialog(page).getByTestId(id)

  await at('wallet-features-address-book-button').click()
  await at('address-book-add').click()
  await at('address-book-address').fill(receiver.address)
  await at('address-book-name').fill('Anna')
  await at('address-book-save').click()
  await expect(at(`address-book-${receiver.address}`)).toContainText('Anna')
  await dialog(page).getByRole('button', { name: 'Back' }).click()

  await dialog(page).getByRole('tab', { name: 'NFTs' }).click()
  await at('balances-send-7').click()
  await at('send-saved').click()
  await at('send-collectible-review').click()
  await expect(at('send-collectible-to')).toContainText('Anna')
  await at('send-collectible-confirm').click()
  await expect(at('send-collectible-confirmed')).toBeVisible({ timeout: 30_000 })
  expect(await ownerOf(art, 7n)).toBe(receiver.address)

  await at('send-collectible-done').click()
  await dialog(page).getByRole('tab', { name: 'NFTs' }).click()
  await at('balances-send-3').click()
  await at('send-recent').click()
  await at('send-collectible-review').click()
  await at('send-collectible-confirm').click()
  await expect(at('send-collectible-failed')).toContainText('didn’t move', { timeout: 90_000 })
  expect(await ownerOf(lies, 3n)).toBe(own.address)
  expect(problems).toEqual([])
})
