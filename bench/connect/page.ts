/** What the job does inside a page. Each function is sent there as its source, so it may use nothing around it. */

/** A wallet that answers from memory: the bench measures the page, not a wallet. */
export function announceWallets({
  count,
  address,
  rpcUrl,
}: {
  count: number
  address: string
  rpcUrl: string
}): void {
  Object.assign(window, { __bench: { rpcUrl } })
  // As a wallet does: no account before somebody has agreed, or libraries take it for connected.
  const provide = () => {
    let isAgreed = false
    return {
      async request({ method }: { method: string }) {
        if (method === 'eth_chainId') return '0x7a69'
        if (method === 'net_version') return '31337'
        isAgreed ||= method === 'eth_requestAccounts' || method === 'wallet_requestPermissions'
        if (method === 'wallet_requestPermissions') return [{ parentCapability: 'eth_accounts' }]
        return isAgreed ? [address] : []
      },
      on() {},
      removeListener() {},
    }
  }
  const wallets = Array.from({ length: count }, (_, index) => ({
    info: Object.freeze({
      uuid: crypto.randomUUID(),
      name: `Wallet ${index + 1}`,
      icon: 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg"/%3E',
      rdns: `dev.bench.wallet${index + 1}`,
    }),
    provider: provide(),
  }))
  const announce = () => {
    for (const wallet of wallets) {
      window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze(wallet) }))
    }
  }
  window.addEventListener('eip6963:requestProvider', announce)
  announce()
}

/**
 * Installs what the job looks for, by the same rules on every page: a button counts from the first frame in which it can be
 * seen, is enabled, and is what a press at its centre meets; a wallet and the dialog around it from half opacity.
 */
export function installEyes(selector: string): void {
  const opacity = (element: Element) => {
    let product = 1
    for (let node: Element | null = element; node; node = node.parentElement) {
      product *= Number(getComputedStyle(node).opacity)
    }
    return product
  }
  const button = () => document.querySelector<HTMLButtonElement>(selector)
  const wallet = () =>
    [...document.querySelectorAll<HTMLElement>('[role="dialog"] button, dialog button')].find((node) =>
      /Wallet 1(?!\d)/.test(node.textContent ?? ''),
    )
  const isClickable = () => {
    const found = button()
    if (!found || found.disabled || opacity(found) < 0.5) return false
    const { left, top, width, height } = found.getBoundingClientRect()
    const met = document.elementFromPoint(left + width / 2, top + height / 2)
    return width > 0 && met !== null && found.contains(met)
  }
  const isListed = () => {
    const found = wallet()
    return found !== undefined && found.getClientRects().length > 0 && opacity(found) >= 0.5
  }
  const isConnected = () => /^0x/.test(document.querySelector('#address')?.textContent ?? '')
  Object.assign(window, { __eyes: { button, wallet, isClickable, isListed, isConnected } })
  const look = () => {
    if (isClickable()) performance.mark('clickable')
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

/** Presses in the first frame in which that can be done, and marks the first in which the wallet is there. */
export function pressAtOnce(): void {
  let isPressed = false
  const look = () => {
    const { button, isClickable, isListed } = window.__eyes
    if (!isPressed && isClickable()) {
      isPressed = true
      button()?.click()
    }
    if (isListed()) {
      performance.mark('listed')
      console.info('listed')
    } else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}
