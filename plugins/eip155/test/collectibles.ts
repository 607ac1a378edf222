// Collections on a local chain. Not published.
import type { EvmStack } from '../../../devstack/src/evm/index.js'
import { type Abi, type Address, createWalletClient, getAddress, type Hex, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { artifacts } from '../../../devstack/src/evm/artifacts.js'

/** A document in the link itself. */
export const embeddedLink = (facts: unknown) =>
  `data:application/json;base64,${Buffer.from(JSON.stringify(facts)).toString('base64')}`

export async function deployCollections(stack: EvmStack, badgeLink: string) {
  const clientOf = (index: number) =>
    createWalletClient({
      account: privateKeyToAccount(stack.accounts[index]!.privateKey),
      chain: stack.chain,
      transport: http(stack.url),
    })
  async function deploy(artifact: { abi: Abi; bytecode: Hex }, args: readonly unknown[]): Promise<Address> {
    const hash = await clientOf(9).deployContract({ ...artifact, args: [...args] })
    return getAddress((await stack.client.waitForTransactionReceipt({ hash })).contractAddress!)
  }
  async function call(
    index: number,
    address: Address,
    abi: Abi,
    functionName: string,
    args: readonly unknown[],
  ) {
    const hash = await clientOf(index).writeContract({ address, abi, functionName, args: [...args] })
    const { status } = await stack.client.waitForTransactionReceipt({ hash })
    if (status !== 'success') throw new Error(`${functionName} failed.`)
  }
  const art = await deploy(artifacts.localCollectible, ['Local \u202eArt', 'ART'])
  const badges = await deploy(artifacts.localMultiToken, ['Local Badges', badgeLink])
  const lying = await deploy(artifacts.lyingCollectible, [])
  return {
    art,
    badges,
    lying,
    mintLie: (to: string, id: bigint) => call(9, lying, artifacts.lyingCollectible.abi, 'mint', [to, id, '']),
    mint: (to: string, id: bigint, link: string) =>
      call(9, art, artifacts.localCollectible.abi, 'mint', [to, id, link]),
    mintBadges: (to: string, ids: readonly bigint[], counts: readonly bigint[]) =>
      call(9, badges, artifacts.localMultiToken.abi, 'mintBatch', [to, ids, counts]),
    move: (index: number, to: string, id: bigint) =>
      call(index, art, artifacts.localCollectible.abi, 'transferFrom', [
        stack.accounts[index]!.address,
        to,
        id,
      ]),
  }
}
