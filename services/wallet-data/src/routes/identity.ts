import { decodeFunctionResult, encodeFunctionData, type Hex, isHex, parseAbi } from 'viem'
import * as z from 'zod/mini'
import { isRevert } from '../chains/evm/evmCaller.js'
import { readQuery } from '../http/parameters.js'
import { invalid, unavailable } from '../http/serviceError.js'
import type { EvmNetwork, Service } from '../service.js'
import { namesOf } from '../store/names.js'
import { findAccount } from './account.js'
import { checkProject } from './projects.js'
import { jsonText, type Route } from './route.js'

const query = z.object({
  projectId: z.optional(z.string()),
  sender: z.optional(z.string()),
  useCache: z.optional(z.string()),
})

/** The answer about an account without a name. */
export const nameless = '{}'

const avatarAtMost = 50 * 1024

async function handle(...[context, service]: Parameters<Route['handle']>): Promise<Response> {
  const { projectId, useCache } = readQuery(context, query)
  const project = checkProject(service, projectId)
  if (useCache !== undefined) throw invalid('useCache', 'The cache cannot be chosen.')
  const { address } = findAccount(service, context.req.param('address') ?? '', undefined)
  await service.quota.charge(project, [])
  const answer = service.identities.get(address, '', () =>
    service.sharedIdentities.get(address, () => readIdentity(service, address)),
  )
  return jsonText(await answer)
}

/** Name and picture of an address: the primary name of ENS first, then a name of this service. */
export const identityRoutes: readonly Route[] = [
  { name: 'identity', method: 'get', path: '/v1/identity/:address', handle },
  { name: 'identity', method: 'get', path: '/v1/account/:address/identity', handle },
]

async function readIdentity(service: Service, address: string): Promise<string> {
  const resolvedAt = Math.floor(service.now() / 1000)
  for (const network of service.evmNetworks) {
    if (network.universalResolver === undefined || !/^0x[0-9a-f]{40}$/.test(address)) continue
    const found = await readEns(network, network.universalResolver, address).catch((cause) => {
      // The resolver's own no, also "look elsewhere" (EIP-3668): nothing outside of the chain is asked.
      if (isRevert(cause)) return undefined
      throw unavailable('The name service', cause)
    })
    if (found) return JSON.stringify({ ...found, resolvedAt })
  }
  const [own] = await namesOf(service.database.writes, address)
  return own ? JSON.stringify({ name: own.name, resolvedAt }) : nameless
}

/** ENS universal resolver (ENSIP-23). It checks that the name leads back to the address. */
const reverseAbi = parseAbi([
  'function reverseWithGateways(bytes lookupAddress, uint256 coinType, string[] gateways) view returns (string name, address resolver, address reverseResolver)',
])
const ethereum = 60n

async function readEns({ client, asker }: EvmNetwork, resolver: string, address: string) {
  const universalResolverAddress = resolver as Hex
  const data = encodeFunctionData({ abi: reverseAbi, args: [address as Hex, ethereum, []] })
  const answer = await asker.ask('eth_call', [{ to: resolver, data }, 'latest'])
  if (!isHex(answer)) throw new Error('The node did not answer a call with bytes.')
  const [name] = decodeFunctionResult({ abi: reverseAbi, data: answer })
  if (!name) return undefined
  const avatar = await client.getEnsText({ name, key: 'avatar', universalResolverAddress })
  return { name, ...(avatar && isPicture(avatar) ? { avatar } : {}) }
}

/** Only what a client can show without asking the chain again; nothing is fetched here. */
const isPicture = (text: string) =>
  text.length <= avatarAtMost && /^(?:https:\/\/|ipfs:\/\/|data:image\/)/.test(text)
