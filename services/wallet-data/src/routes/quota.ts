import { ServiceError } from '../http/serviceError.js'
import type { Service, ServiceSettings } from '../service.js'
import type { SharedRedis } from '../shared/openRedis.js'

const dayMilliseconds = 86_400_000
/**
 * Projects that are counted. Where any project is answered, a caller makes ids up: those above aren't counted, so that they fill nothing
 * and use up nobody's quota. The limit of each client holds for all.
 */
const projectsAtMost = 100_000

/**
 * Counts what projects ask for in a day (UTC), over all instances that have the Redis in common. While it's away, each
 * counts on from the last number that it was told.
 */
export function createQuota(
  service: Pick<Service, 'now'> & {
    readonly settings: Pick<ServiceSettings, 'quota' | 'quotaExemptNetworks'>
  },
  redis: SharedRedis | undefined,
  atMost = projectsAtMost,
) {
  let day = -1
  const used = new Map<string, number>()

  async function countShared(projectId: string, today: number): Promise<number | undefined> {
    const key = `latchkey:data:quota:${today}:${projectId}`
    const counted = await redis?.ask((client) =>
      client
        .multi()
        .incr(key)
        .pExpire(key, 2 * dayMilliseconds)
        .exec(),
    )
    return counted && Number(counted.answer[0])
  }

  return {
    /** @throws ServiceError 429 when the project has used up its plan */
    async charge(projectId: string, networkIds: readonly string[]): Promise<void> {
      const { quota, quotaExemptNetworks } = service.settings
      if (quota === undefined) return
      if (networkIds.length > 0 && networkIds.every((id) => quotaExemptNetworks.has(id))) return
      const now = service.now()
      const today = Math.floor(now / dayMilliseconds)
      if (today !== day) {
        day = today
        used.clear()
      }
      if (!used.has(projectId) && used.size >= atMost) return
      const shared = redis && (await countShared(projectId, today))
      // Answers may overtake each other; the count never goes back.
      const own = used.get(projectId) ?? 0
      const count = shared ?? own + 1
      used.set(projectId, Math.max(own, count))
      if (count <= quota) return
      const description = `The project has reached its quota of ${quota} requests a day.`
      const retryAfterSeconds = Math.ceil(((today + 1) * dayMilliseconds - now) / 1000)
      throw new ServiceError(429, [{ field: 'projectId', description }], { retryAfterSeconds })
    },
  }
}

export type Quota = ReturnType<typeof createQuota>
