import { Navigation, type NetworksRoute, WhatIsANetworkRoute } from '@latchkey/kernel/wallet'
import type { RouteParams } from '@latchkey/kernel/plugin'
import { NetworkHelpClicked } from '../clickEvents.js'
import { HelpIcon } from '../components/icons/HelpIcon.js'
import { Button } from '../components/Button.js'
import { networks } from '../messages/en/networks.js'
import { useMessages } from '../messages/useMessages.js'
import type { RouteViewProps } from '../routeView.js'
import { useEmit } from '../useEmit.js'
import { useService } from '../useService.js'
import { NetworkRows } from './NetworkRows.js'
import { useChooseNetwork } from './useChooseNetwork.js'

/** Choosing a network. */
export default function NetworksView({ params }: RouteViewProps<RouteParams<typeof NetworksRoute>>) {
  const messages = useMessages(networks)
  const navigation = useService(Navigation)
  const emit = useEmit()
  const choose = useChooseNetwork()
  return (
    <div className="lk-stack">
      <NetworkRows namespace={params?.namespace} onChoose={choose} />
      <Button
        variant="ghost"
        fullWidth
        icon={<HelpIcon />}
        onClick={() => {
          emit(NetworkHelpClicked, undefined)
          navigation.push(WhatIsANetworkRoute)
        }}
      >
        {messages.whatIs}
      </Button>
    </div>
  )
}
