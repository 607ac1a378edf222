import {
  type Address,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  isAddressEqual,
  parseUnits,
  zeroAddress,
} from 'viem'
import { artifacts } from './artifacts.js'
import { withDeployer } from './deployer.js'
import type { EvmStack, EvmToken } from './evmStack.js'

/** One call of the buyer's account. */
export interface ShopCall {
  readonly to: Address
  readonly data: Hex
}

/** A shop on a local chain that sells one thing, and takes three calls for it. */
export interface EvmShop {
  readonly address: Address
  /** The collection (ERC-721) that receipts are items of. Their ids are the numbers of orders. */
  readonly receipts: Address
  readonly token: EvmToken
  /** In the token's smallest unit. */
  readonly price: bigint
  /** Where the money goes. */
  readonly till: Address
  /** What a buyer does: lets the shop take the price, pays, takes the receipt. Each order is paid once. */
  callsFor(order: bigint): readonly ShopCall[]
  /** Whether the chain says that the account paid for an order, and holds its receipt. */
  isSold(order: bigint, buyer: Address): Promise<boolean>
}

/**
 * Deploys a shop that takes the stack's dollars.
 *
 * @param price in dollars, for example `'7.50'`
 */
export async function deployShop(stack: EvmStack, price: string): Promise<EvmShop> {
  const { client } = stack
  const token = stack.tokens.usd
  const till = stack.accounts.at(-1)?.address ?? zeroAddress
  const units = parseUnits(price, token.decimals)
  const { localShop, localCollectible } = artifacts
  const { address, receipts } = await withDeployer(client, async (deployer) => {
    const collection = await deployer.deploy(localCollectible, ['Local receipts', 'RECEIPT'])
    const parameters = [token.address, units, collection, till]
    return { address: await deployer.deploy(localShop, parameters), receipts: collection }
  })
  const read = (of: Address, abi: typeof localShop.abi, functionName: string, order: bigint) =>
    client.readContract({ address: of, abi, functionName, args: [order] }) as Promise<Address>
  const call = (functionName: string, args: readonly unknown[]): ShopCall => ({
    to: address,
    data: encodeFunctionData({ abi: localShop.abi, functionName, args: [...args] }),
  })
  return {
    ...{ address, receipts, token, price: units, till },
    callsFor: (order) => [
      {
        to: token.address,
        data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [address, units] }),
      },
      call('pay', [order, units]),
      call('takeReceipt', [order]),
    ],
    async isSold(order, buyer) {
      const payer = await read(address, localShop.abi, 'buyerOf', order)
      if (!isAddressEqual(payer, buyer)) return false
      return isAddressEqual(await read(receipts, localCollectible.abi, 'ownerOf', order), buyer)
    },
  }
}
