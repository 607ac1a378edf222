import { type Address, parseAbi } from 'viem'
import { artifacts } from '../evm/artifacts.js'
import { withDeployer } from '../evm/deployer.js'
import type { EvmStack } from '../evm/evmStack.js'
import type { EntryPointVersion } from './accountAbstractionArtifact.js'

export type ByEntryPoint<value> = Readonly<Record<EntryPointVersion, value>>

const entryPointAbi = parseAbi([
  'function depositTo(address account) payable',
  'function balanceOf(address account) view returns (uint256)',
])

/** Deposit of each paymaster, in wei. */
const deposit = 10n ** 20n

/** Deploys a paymaster on each entry point, with a deposit. */
export async function deployPaymasters(
  { client }: EvmStack,
  entryPoints: ByEntryPoint<Address>,
  signer: Address,
): Promise<ByEntryPoint<Address>> {
  return withDeployer(client, async (deployer) => {
    const paymasters: Partial<Record<EntryPointVersion, Address>> = {}
    for (const [version, entryPoint] of Object.entries(entryPoints)) {
      const address = await deployer.deploy(artifacts.localPaymaster, [entryPoint, signer])
      await deployer.call(entryPoint, entryPointAbi, 'depositTo', [address], deposit)
      paymasters[version as EntryPointVersion] = address
    }
    return paymasters as ByEntryPoint<Address>
  })
}
