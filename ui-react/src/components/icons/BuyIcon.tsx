import { Icon, type IconProps } from './Icon.js'

export function BuyIcon(props: IconProps) {
  return (
    <Icon
      {...props}
      path="M3 8a2.5 2.5 0 0 1 2.5-2.5h13A2.5 2.5 0 0 1 21 8v8a2.5 2.5 0 0 1-2.5 2.5h-13A2.5 2.5 0 0 1 3 16V8ZM3 10h18M6.5 14.5h3"
    />
  )
}
