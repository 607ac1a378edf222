import { type Address, parseUnits } from 'viem'
import { artifacts } from './artifacts.js'
import type { Artifact, Deployer } from './deployer.js'
import type { EvmToken, EvmTokens } from './evmStack.js'

const WHOLE_TOKENS_EACH = '1000000'

/** Deploys the three tokens and gives every holder 1,000,000 of each. */
export async function deployTokens(deployer: Deployer, holders: readonly Address[]): Promise<EvmTokens> {
  const deploy = async (
    artifact: Artifact,
    name: string,
    symbol: string,
    decimals: number,
  ): Promise<EvmToken> => {
    const amount = parseUnits(WHOLE_TOKENS_EACH, decimals)
    const address = await deployer.deploy(artifact, [name, symbol, decimals, holders, amount])
    return { address, name, symbol, decimals }
  }
  return {
    usd: await deploy(artifacts.localToken, 'Local USD', 'LUSD', 6),
    gold: await deploy(artifacts.localToken, 'Local Gold', 'LGLD', 18),
    legacy: await deploy(artifacts.legacyToken, 'Legacy Dollar', 'LEGD', 6),
  }
}
