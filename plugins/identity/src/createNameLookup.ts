import { lazy } from '@latchkey/kernel/plugin'
import type { NameLookupService } from './NameLookup.js'
import type { NameSources } from './nameSources.js'

export function createNameLookup(sources: NameSources): NameLookupService {
  const code = lazy('The code for names', () => import('./lazy/checkName.js'))
  const check: NameLookupService['check'] = async (name) => (await code()).checkName(name)
  return {
    supports: (networkId) => sources.on(networkId).length > 0,
    check,
    async resolve({ networkId, name, signal }) {
      const [source] = sources.on(networkId)
      const checked = source && (await check(name))
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
    },
  }
}
