-- Tells the planner the watermark itself, so that it expects few transfers since. Parallel unsafe: no workers are started for them.
create function books_watermark() returns xid8 language sql stable as $$
  select watermark from book_checks where scope = 'recent'
$$;
