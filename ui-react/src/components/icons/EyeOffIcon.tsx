import { Icon, type IconProps } from './Icon.js'

export function EyeOffIcon(props: IconProps) {
  return (
    <Icon
      {...props}
      path="M10 5.7a9 9 0 0 1 2-.2c6 0 9.5 6.5 9.5 6.5a16 16 0 0 1-2.6 3.4M6.5 7.2A15.6 15.6 0 0 0 2.5 12S6 18.5 12 18.5a8.8 8.8 0 0 0 4.8-1.5M9.9 9.9a3 3 0 0 0 4.2 4.2M4 4l16 16"
    />
  )
}
