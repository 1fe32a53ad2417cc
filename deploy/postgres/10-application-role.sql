-- Run once by psql, as a superuser, in Baton's database, when it is new. The role that Baton's programs log in as is no superuser and
-- owns neither the database nor its schema `public`, so that it cannot change its own audit log (docs/audit.md).
\getenv password BATON_DATABASE_PASSWORD
create role baton_app login password :'password';
grant connect, create, temporary on database :"DBNAME" to baton_app;
grant usage, create on schema public to baton_app;
