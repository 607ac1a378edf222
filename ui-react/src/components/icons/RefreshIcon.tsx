import { Icon, type IconProps } from './Icon.js'

export function RefreshIcon(props: IconProps) {
  return (
    <Icon
      {...props}
      path="M20 5v5h-5M4 19v-5h5M5.3 9.2A7.3 7.3 0 0 1 17.6 7L20 10M18.7 14.8A7.3 7.3 0 0 1 6.4 17L4 14"
    />
  )
}
