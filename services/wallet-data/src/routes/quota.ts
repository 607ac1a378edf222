import { ServiceError } from '../http/serviceError.js'
import type { Service } from '../service.js'

const dayMilliseconds = 86_400_000

/** Counts what projects ask for in a day (UTC). One instance for each service. */
export function createQuota(service: Pick<Service, 'settings' | 'now'>) {
  let day = -1
  const used = new Map<string, number>()
  return {
    /** @throws ServiceError 429 when the project has used up its plan */
    charge(projectId: string, networkIds: readonly string[]): void {
      const { quota, quotaExemptNetworks } = service.settings
      if (quota === undefined) return
      if (networkIds.length > 0 && networkIds.every((id) => quotaExemptNetworks.has(id))) return
      const now = service.now()
      const today = Math.floor(now / dayMilliseconds)
      if (today !== day) {
        day = today
        used.clear()
      }
      const count = (used.get(projectId) ?? 0) + 1
      used.set(projectId, count)
      if (count <= quota) return
      const description = `The project has reached its quota of ${quota} requests a day.`
      const retryAfterSeconds = Math.ceil(((today + 1) * dayMilliseconds - now) / 1000)
      throw new ServiceError(429, [{ field: 'projectId', description }], { retryAfterSeconds })
    },
  }
}

export type Quota = ReturnType<typeof createQuota>
