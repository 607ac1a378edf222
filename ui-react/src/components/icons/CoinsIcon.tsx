import { Icon, type IconProps } from './Icon.js'

export function CoinsIcon(props: IconProps) {
  return (
    <Icon
      {...props}
      path="M9 12.5c3 0 5.5-1.3 5.5-3S12 6.5 9 6.5 3.5 7.8 3.5 9.5s2.5 3 5.5 3ZM3.5 9.5v5c0 1.7 2.5 3 5.5 3M14.5 9.5v3M15 18.5c3 0 5.5-1.3 5.5-3s-2.5-3-5.5-3-5.5 1.3-5.5 3 2.5 3 5.5 3ZM9.5 15.5v2c0 1.7 2.5 3 5.5 3s5.5-1.3 5.5-3v-2"
    />
  )
}
