// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// ERC-20 whose balances grow or shrink without a transfer: accounts hold shares of one total.
contract RebasingToken {
    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    string public constant name = "Rebasing Token";
    string public constant symbol = "REBASE";
    uint8 public constant decimals = 18;
    uint256 public totalSupply;
    uint256 public totalShares;
    mapping(address account => uint256) public sharesOf;
    mapping(address owner => mapping(address spender => uint256)) public allowance;

    constructor(address[] memory holders, uint256 amountEach) {
        totalSupply = amountEach * holders.length;
        totalShares = totalSupply;
        for (uint256 index; index < holders.length; index++) {
            sharesOf[holders[index]] += amountEach;
            emit Transfer(address(0), holders[index], amountEach);
        }
    }

    /// Multiplies every balance.
    function rebase(uint256 basisPoints) external {
        totalSupply = (totalSupply * basisPoints) / 10_000;
    }

    function balanceOf(address account) public view returns (uint256) {
        return (sharesOf[account] * totalSupply) / totalShares;
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
        uint256 shares = (value * totalShares) / totalSupply;
        sharesOf[from] -= shares;
        sharesOf[to] += shares;
        emit Transfer(from, to, value);
    }
}
