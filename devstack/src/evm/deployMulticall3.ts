import { type Address, getAddress } from 'viem'
import { artifacts } from './artifacts.js'
import type { Deployer } from './deployer.js'
import type { EvmClient } from './evmClient.js'

/** Where Multicall3 lives on every public chain. */
const CANONICAL_ADDRESS = getAddress('0xcA11bde05977b3631167028862bE2a173976CA11')

/** The canonical address comes from a key we do not hold, so the deployed code is copied there. */
export async function deployMulticall3(client: EvmClient, deployer: Deployer): Promise<Address> {
  const address = await deployer.deploy(artifacts.multicall3)
  const bytecode = await client.getCode({ address })
  if (!bytecode) throw new Error('Setting up the local chain failed: Multicall3 has no code.')
  await client.setCode({ address: CANONICAL_ADDRESS, bytecode })
  return CANONICAL_ADDRESS
}
