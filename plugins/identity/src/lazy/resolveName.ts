import type { NameLookupService, ResolvedName } from '../NameLookup.js'
import type { NameSources } from '../nameSources.js'
import { checkName } from './checkName.js'

/** The address of a name, as the best source of its network answers. */
export async function resolveName(
  sources: NameSources,
  { networkId, name, signal }: Parameters<NameLookupService['resolve']>[0],
): Promise<ResolvedName | undefined> {
  const [source] = sources.on(networkId)
  const checked = source && (await checkName(name))
  if (!checked) return undefined
  // As it was typed: the source refuses what hides characters, of which the normal form shows nothing.
  const request = { networkId, name, ...(signal ? { signal } : {}) }
  if (source.find) {
    const { source: from, host, address } = (await source.find(request)) ?? {}
    if (address === undefined || from === undefined) return undefined
    return { ...checked, address, source: from, ...(host === undefined ? {} : { host }) }
  }
  const address = await source.resolve(request)
  return address === undefined ? undefined : { ...checked, address }
}
