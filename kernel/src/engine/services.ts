import { container, instanceCachingFactory } from '#container'
import { say } from '#sentences'
import type { ServiceReader } from './definePlugin.js'
import { KernelError } from '../errors/kernel.js'
import type { Token } from '../keys/token.js'

/** The DI container of one kernel. This file is the only one that knows which container it is. */
export interface Services extends ServiceReader {
  has(token: { readonly symbol: symbol }): boolean
  register<T>(token: Token<T>, factory: (services: ServiceReader) => T): void
}

/**
 * One child container per kernel, so that two kernels share nothing. Factories are cached per registration and
 * closed over their owner's reader: tsyringe would hand them the caller's container.
 *
 * @param stepIn Asked when a factory threw: true when something else is registered in its place now.
 */
export function createServices(
  stepIn: (token: { readonly symbol: symbol }, cause: unknown) => boolean = () => false,
): Services {
  const child = container.createChildContainer()

  const services: Services = {
    has: (token) => child.isRegistered(token.symbol),
    get<T>(token: Token<T>): T {
      if (!services.has(token)) throw missingService(token.id)
      const resolve = () => child.resolve<{ value: T }>(token.symbol).value
      try {
        return resolve()
      } catch (cause) {
        if (stepIn(token, cause)) return resolve()
        throw cause
      }
    },
    find<T>(token: Token<T>): T | undefined {
      return services.has(token) ? services.get(token) : undefined
    },
    register(token, factory) {
      // Boxed: a factory may answer undefined or null, which the container would take for a missing value.
      child.register(token.symbol, {
        useFactory: instanceCachingFactory(() => ({ value: factory(services) })),
      })
    },
  }
  return services
}

function missingService(id: string): KernelError {
  return new KernelError(say('noService', id), {
    code: 'SERVICE_MISSING',
    metaMessages: [say('noServiceHelp')],
  })
}
