import {
  type Abi,
  type Address,
  type Hex,
  encodeDeployData,
  encodeFunctionData,
  getContractAddress,
} from 'viem'
import type { EvmClient } from './evmClient.js'
import { waitForReceipt } from './waitForReceipt.js'

/** Nobody holds this key: the node sends for it while the stack is set up, then stops. */
const DEPLOYER: Address = '0x00000000000000000000000000000000000de910'
/** For gas, and for what pools are filled with. */
const GAS_MONEY = 10n ** 23n

export interface Artifact {
  readonly abi: Abi
  readonly bytecode: Hex
}

export interface Deployer {
  readonly address: Address
  deploy(artifact: Artifact, parameters?: readonly unknown[]): Promise<Address>
  /** @param value wei, default 0 */
  call(
    to: Address,
    abi: Abi,
    functionName: string,
    parameters: readonly unknown[],
    value?: bigint,
  ): Promise<void>
}

/**
 * Runs the set-up from an account of its own, so that contract addresses are the same in every stack and
 * the funded accounts still have their full balance and nonce 0 afterwards.
 */
export async function withDeployer<value>(
  client: EvmClient,
  setUp: (deployer: Deployer) => Promise<value>,
): Promise<value> {
  await client.impersonateAccount({ address: DEPLOYER })
  await client.setBalance({ address: DEPLOYER, value: GAS_MONEY })
  const value = await setUp(createDeployer(client, await client.getTransactionCount({ address: DEPLOYER })))
  await client.setBalance({ address: DEPLOYER, value: 0n })
  await client.stopImpersonatingAccount({ address: DEPLOYER })
  return value
}

function createDeployer(client: EvmClient, first: number): Deployer {
  let nonce = first
  const send = async (to: Address | undefined, data: Hex, what: string, value = 0n): Promise<void> => {
    const target = to ? { to } : {}
    const transaction = { account: DEPLOYER, data, value, nonce: nonce++, gas: 8_000_000n, ...target }
    const hash = await client.sendTransaction(transaction)
    const receipt = await waitForReceipt(client, hash)
    if (receipt.status !== 'success') throw new Error(`Setting up the local chain failed: ${what} reverted.`)
  }
  return {
    address: DEPLOYER,
    async deploy(artifact, parameters = []) {
      const address = getContractAddress({ from: DEPLOYER, nonce: BigInt(nonce) })
      const data = encodeDeployData({ abi: artifact.abi, bytecode: artifact.bytecode, args: [...parameters] })
      await send(undefined, data, 'a contract creation')
      return address
    },
    async call(to, abi, functionName, parameters, value) {
      await send(to, encodeFunctionData({ abi, functionName, args: [...parameters] }), functionName, value)
    },
  }
}
