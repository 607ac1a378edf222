// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// ERC-20 whose amounts people read multiplied (ERC-8056). Anybody may set the multiplier, sound or not.
contract ScaledToken {
    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);
    event UIMultiplierUpdated(
        uint256 oldMultiplier,
        uint256 newMultiplier,
        uint256 setAtTimestamp,
        uint256 effectiveAtTimestamp
    );

    string public constant name = "Scaled Share";
    string public constant symbol = "SHARE";
    uint8 public constant decimals = 18;
    uint256 public totalSupply;
    mapping(address account => uint256) public balanceOf;
    mapping(address owner => mapping(address spender => uint256)) public allowance;
    uint256 private former;
    /// With 18 decimals.
    uint256 public newUIMultiplier;
    /// Seconds since the epoch.
    uint256 public effectiveAt;

    constructor(address[] memory holders, uint256 amountEach, uint256 multiplier) {
        totalSupply = amountEach * holders.length;
        former = multiplier;
        newUIMultiplier = multiplier;
        for (uint256 index; index < holders.length; index++) {
            balanceOf[holders[index]] += amountEach;
            emit Transfer(address(0), holders[index], amountEach);
        }
    }

    function uiMultiplier() public view returns (uint256) {
        return block.timestamp >= effectiveAt ? newUIMultiplier : former;
    }

    function toUIAmount(uint256 rawAmount) public view returns (uint256) {
        return (rawAmount * uiMultiplier()) / 1e18;
    }

    function fromUIAmount(uint256 uiAmount) external view returns (uint256) {
        return (uiAmount * 1e18) / uiMultiplier();
    }

    function balanceOfUI(address account) external view returns (uint256) {
        return toUIAmount(balanceOf[account]);
    }

    function setUIMultiplier(uint256 multiplier, uint256 from) external {
        former = uiMultiplier();
        newUIMultiplier = multiplier;
        effectiveAt = from;
        emit UIMultiplierUpdated(former, multiplier, block.timestamp, from);
    }

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
        return true;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        move(msg.sender, to, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        if (allowance[from][msg.sender] != type(uint256).max) allowance[from][msg.sender] -= value;
        move(from, to, value);
        return true;
    }

    function move(address from, address to, uint256 value) private {
        balanceOf[from] -= value;
        balanceOf[to] += value;
        emit Transfer(from, to, value);
    }
}
