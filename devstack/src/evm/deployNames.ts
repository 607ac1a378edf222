import { type Address, type Hex, labelhash, namehash, zeroHash } from 'viem'
import { ensRegistryAbi, ensResolverAbi } from './abis.js'
import { artifacts } from './artifacts.js'
import type { Deployer } from './deployer.js'
import type { EvmContracts, EvmNames } from './evmStack.js'

type NameContracts = Pick<
  EvmContracts,
  'ensRegistry' | 'ensResolver' | 'ensReverseRegistrar' | 'ensUniversalResolver'
>

const AVATAR = `data:image/svg+xml;base64,${Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="#3b5bdb"/><circle cx="32" cy="24" r="12" fill="#fff"/><path d="M8 60a24 24 0 0 1 48 0z" fill="#fff"/></svg>',
).toString('base64')}`
const DESCRIPTION = 'First account of the local chain'

/** Deploys ENS and registers the names that `EvmNames` describes. */
export async function deployNames(
  deployer: Deployer,
  owners: { readonly alice: Address; readonly bob: Address; readonly impostor: Address },
): Promise<{ contracts: NameContracts; names: EvmNames }> {
  const ensRegistry = await deployer.deploy(artifacts.ensRegistry)
  const ensResolver = await deployer.deploy(artifacts.publicResolver, [ensRegistry])
  const ensReverseRegistrar = await deployer.deploy(artifacts.reverseRegistrar, [ensRegistry, ensResolver])
  const ensUniversalResolver = await deployer.deploy(artifacts.localUniversalResolver, [ensRegistry])
  const contracts = { ensRegistry, ensResolver, ensReverseRegistrar, ensUniversalResolver }
  const registrar = createRegistrar(deployer, contracts)

  await registrar.own(zeroHash, 'eth', deployer.address)
  await registrar.own(zeroHash, 'reverse', deployer.address)
  await registrar.own(namehash('reverse'), 'addr', deployer.address)
  await registrar.name('alice', owners.alice, { avatar: AVATAR, description: DESCRIPTION })
  await registrar.primaryName(owners.alice, 'alice.eth')
  await registrar.name('bob', owners.bob, {})
  await registrar.primaryName(owners.impostor, 'alice.eth')
  await registrar.give(namehash('addr.reverse'), ensReverseRegistrar)

  const names: EvmNames = {
    alice: { name: 'alice.eth', address: owners.alice, avatar: AVATAR, description: DESCRIPTION },
    bob: { name: 'bob.eth', address: owners.bob },
    impostor: { name: 'alice.eth', address: owners.impostor },
  }
  return { contracts, names }
}

function createRegistrar(deployer: Deployer, { ensRegistry, ensResolver }: NameContracts) {
  const own = (parent: Hex, label: string, owner: Address): Promise<void> =>
    deployer.call(ensRegistry, ensRegistryAbi, 'setSubnodeOwner', [parent, labelhash(label), owner])
  const give = (node: Hex, owner: Address): Promise<void> =>
    deployer.call(ensRegistry, ensRegistryAbi, 'setOwner', [node, owner])
  const useResolver = (node: Hex): Promise<void> =>
    deployer.call(ensRegistry, ensRegistryAbi, 'setResolver', [node, ensResolver])
  return {
    own,
    give,
    async name(label: string, owner: Address, texts: Readonly<Record<string, string>>): Promise<void> {
      const node = namehash(`${label}.eth`)
      await own(namehash('eth'), label, deployer.address)
      await useResolver(node)
      await deployer.call(ensResolver, ensResolverAbi, 'setAddr', [node, owner])
      for (const [key, value] of Object.entries(texts)) {
        await deployer.call(ensResolver, ensResolverAbi, 'setText', [node, key, value])
      }
      await give(node, owner)
    },
    async primaryName(address: Address, name: string): Promise<void> {
      const label = address.slice(2).toLowerCase()
      const node = namehash(`${label}.addr.reverse`)
      await own(namehash('addr.reverse'), label, deployer.address)
      await useResolver(node)
      await deployer.call(ensResolver, ensResolverAbi, 'setName', [node, name])
      await give(node, address)
    },
  }
}
