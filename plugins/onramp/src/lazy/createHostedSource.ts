import type { Clock, HttpService, NetworkId } from '@latchkey/kernel/plugin'
import type { HostedOnrampOptions } from '../hostedOnramp.js'
import type { OnrampSource } from '../OnrampProvider.js'
import { createServiceData } from './createServiceData.js'
import { createStatus } from './createStatus.js'
import { session } from './shapes.js'

export interface HostedTools extends HostedOnrampOptions {
  readonly networks: Readonly<Record<NetworkId, string>>
  readonly http: HttpService
  readonly clock: Clock
}

/** A provider whose page the host's own server signs. */
export function createHostedSource(tools: HostedTools): OnrampSource {
  const { http, clock, name, networks, sessionUrl, statusUrl, data } = tools
  const networkName = (networkId: NetworkId) => networks[networkId] ?? networkId
  return {
    ...(data ? createServiceData({ ...data, http, clock, what: name, networkName }) : {}),
    ...createStatus(http, name, statusUrl),
    open: ({ signal, networkId, ...request }) =>
      http.request({
        url: new URL(sessionUrl, globalThis.location?.href).href,
        method: 'POST',
        body: { ...request, networkId, network: networkName(networkId) },
        schema: session as never,
        what: name,
        byteLimit: 65_536,
        credentials: 'same-origin',
        signal,
      }),
  }
}
