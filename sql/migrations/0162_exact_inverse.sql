-- migrate:up
-- Inverse rates had ten decimals: for a currency at a million to the euro, only four significant figures.
update currency_rate as inverse set rate = trim_scale(round(1.00000000000000000000 / given.rate, 18))
  from currency_rate as given
 where inverse.derived and not given.derived
   and given.base = inverse.quote and given.quote = inverse.base and given.day = inverse.day;

-- migrate:down
