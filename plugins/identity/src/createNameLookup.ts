import { lazy } from '@latchkey/kernel/plugin'
import type { NameLookupService } from './NameLookup.js'
import type { NameSources } from './nameSources.js'

export function createNameLookup(sources: NameSources): NameLookupService {
  const code = lazy('The code for names', () => import('./lazy/accountNames.js'))
  const supports: NameLookupService['supports'] = (networkId) => sources.on(networkId).length > 0
  return {
    supports,
    check: async (name) => (await code()).checkName(name),
    async resolve(request) {
      if (supports(request.networkId)) return (await code()).resolveName(sources, request)
    },
  }
}
